import { expect, test } from 'vitest'
import { textOfPdf } from '#test/pdf.ts'
import { openRenderer } from './in-sandbox.ts'
import { sampleOf } from '../tokens.ts'
import { draw, type Drawing } from './built-in-layout.ts'
import { UnknownLetters } from './sheet.ts'

const receipt = (more: Record<string, string>): Drawing => ({
  kind: 'donation_receipt',
  content: { values: { ...sampleOf('donation_receipt'), ...more } },
})

test('earlier drawings do not change a later one', async () => {
  // Composed letters whose parts do not occur alone in this document.
  const composed = { donor: 'Ÿ Ŷ Ẋ Ẍ', amount: 100, issue_day: '2026-11-23' }
  await draw({ kind: 'thank_you', content: { values: composed } })
  const person = receipt({ donor: 'Yvonne Xaver\nIm Winkel 1\n10115 Berlin' })
  const drawn = await draw(person)
  expect(await textOfPdf(drawn.bytes)).toContain('Yvonne Xaver Im Winkel 1 10115 Berlin')
  const renderer = openRenderer()
  try {
    expect(Buffer.compare((await renderer.draw(person)).bytes, drawn.bytes)).toBe(0)
  } finally {
    renderer.close()
  }
})

test('letters that the font lacks are reported, not replaced', async () => {
  await expect(draw(receipt({ donor: '王 Wang\nWeg 1\n10115 Berlin' }))).rejects.toThrow(UnknownLetters)
})
