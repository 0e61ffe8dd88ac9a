import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { importPages } from '#test/import-pages.tsx'
import { openPage } from '#test/page.tsx'

const imports = importPages()

const lines = [
  'Verein;Projekt;BetragCHF;Jahr',
  'Chor;\u0084Grüße\u0093;5;2016',
  'TSV;Tore;abc;2016',
  'Gut;Saal;8;2016',
]

test('questions and problems are beside the rows, collapsible on narrower screens; a completed step is marked', async () => {
  const id = await imports.uploaded(lines)
  await imports.act(id, 'check')
  const page = await openPage(imports.app, imports.staff, `/site-admin/import/${id}/`)
  const question = await page.found('.import-side strong', 'Which currency is “BetragCHF”?')
  const grid = await page.found('.import-grid', 'Rows')
  expect(question.closest('.import-repair')).toBe(grid.closest('.import-repair'))
  expect(
    [...document.querySelectorAll('.import-steps > :is(a, span)')].map((one) => one.textContent),
  ).toEqual(['Columnsdone', '2Repair', '3Confirm', '4Imported'])
  await page.found('.import-side strong', '3 rows were refused')
  const width = window.innerWidth
  const widen = (to: number) => {
    Object.assign(window, { innerWidth: to })
    fireEvent(window, new Event('resize'))
  }
  try {
    widen(1440)
    await waitFor(() => expect(document.querySelector('.import-side summary')).toBeNull())
    expect(document.querySelector('.import-side')!.textContent).toContain('Which currency is “BetragCHF”?')
    widen(1024)
    const strip = await page.found('.import-side > summary', 'Questions and problems')
    expect(strip.closest('details')!.open).toBe(true)
    expect(strip.closest('details')!.textContent).toContain('Which currency is “BetragCHF”?')
  } finally {
    widen(width)
  }
})
