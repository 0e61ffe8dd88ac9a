import { expect, test } from 'vitest'
import { checklistOf, isComplete } from './legal-checklist.ts'
import { readWords } from '#features/document-reading/reading/read-words.ts'
import { draw } from './render/built-in-layout.ts'
import { sampleOf, type TemplateKind, templateKinds } from './tokens.ts'

const annex = [{ day: '2026-04-15', amount_cents: 4000, waiver: false }]
async function drawn(kind: TemplateKind, change: object = {}) {
  const values = { ...sampleOf(kind), ...change }
  const content = { values, ...(kind === 'collective_receipt' && { annex }) }
  return { values, words: await readWords((await draw({ kind, content })).bytes) }
}
const art60a = { is_notice: false, is_art60a: true, proof_kind: 'Feststellung nach § 60a AO', period: '' }

test.each<[TemplateKind, object]>([
  ['donation_receipt', {}],
  ['collective_receipt', {}],
])('the built-in %s contains everything that the law requires', async (kind, change) => {
  const { values, words } = await drawn(kind, change)
  expect(checklistOf(kind, words, values).filter(({ required, found }) => required && !found)).toEqual([])
})

test('a receipt under § 60a cites the finding instead of the notice', async () => {
  const { values, words } = await drawn('donation_receipt', art60a)
  const status = checklistOf('donation_receipt', words, values).find(({ key }) => key === 'status')
  expect(status).toMatchObject({ found: true })
})

test('a receipt without the words of a required part is incomplete, and that part is named', async () => {
  const { values, words } = await drawn('donation_receipt')
  for (const [part, gone] of [
    ['liability', 'haftet für die entgangene Steuer'],
    ['validity', '§ 63 Abs. 5 AO'],
    ['use', 'nur zur Förderung'],
    ['waiver', 'Verzicht auf Erstattung'],
  ] as const) {
    const joined = words.replaceAll('\n', ' ').replaceAll(/ +/g, ' ')
    expect([part, joined.includes(gone)]).toEqual([part, true])
    const checked = checklistOf('donation_receipt', joined.replaceAll(gone, ''), values)
    expect(isComplete(checked)).toBe(false)
    expect(checked.filter(({ found, required }) => required && !found).map(({ key }) => key)).toContain(part)
  }
})

test('documents that are no receipts have no checklist', () => {
  const others = templateKinds.filter((kind) => !kind.endsWith('receipt'))
  expect(others.map((kind) => checklistOf(kind, '', sampleOf(kind)))).toEqual(others.map(() => []))
})
