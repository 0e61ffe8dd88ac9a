import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { importHeader } from '#test/import-app.ts'
import { importPages } from '#test/import-pages.tsx'
import { openPage } from '#test/page.tsx'

const imports = importPages()

test('above the limit an import is booked only after its sum is typed, and the call sends the displayed totals', async () => {
  const id = await imports.uploaded([
    importHeader,
    'Chor e. V.;;Noten;100000,00;2016;',
    'Chor (eV);;Noten;50000,00;2017;',
  ])
  await imports.act(id, 'check')
  let page = await openPage(imports.app, imports.staff, `/site-admin/import/${id}/`)
  await page.found('h2', '2 gifts, €150,000.00, into the ledger')
  await page.found(
    '.callout',
    /1 pair of names looks like the same organization.*“Chor \(eV\)” and “Chor e\. V\.”/,
  )
  // Nothing can be booked before somebody decides.
  expect((await page.found<HTMLButtonElement>('button', 'Book 2 gifts')).disabled).toBe(true)
  await page.press('Decide…')
  const dialog = await page.dialog('Same organization?')
  const keep = await page.found<HTMLButtonElement>('button', 'Keep and check again', dialog)
  expect(keep.disabled).toBe(true)
  dialog.querySelectorAll<HTMLInputElement>('input[type=radio]')[0]!.click()
  await page.press('Keep and check again', dialog)
  await page.found('[role=status]', 'Waiting for its turn …')
  expect(page.made.find(({ path }) => path.endsWith('/names/'))?.body).toEqual({
    names: [{ one: 'Chor (eV)', other: 'Chor e. V.', is_same: true }],
  })
  await imports.work()
  page = await openPage(imports.app, imports.staff, `/site-admin/import/${id}/`)
  await page.found('h2', '2 gifts, €150,000.00, into the ledger')
  expect(document.body.textContent).not.toContain('looks like the same organization')
  expect(document.querySelector('.import-confirm')!.textContent).toContain(
    'Posted as history: confirmed, settled, paid and arrived in their year. Above €100,000.00 the sum is typed.',
  )
  const book = await page.found<HTMLButtonElement>('button', 'Book 2 gifts')
  expect(book.disabled).toBe(true)
  await page.type('Type the sum to confirm', '150')
  await waitFor(() => expect(document.body.textContent).toContain('Not the sum yet'))
  expect(book.disabled).toBe(true)
  await page.type('Type the sum to confirm', '150.000,00 €')
  await waitFor(() => expect(book.disabled).toBe(false))
  await page.press('Book 2 gifts')
  await page.found('[role=status]', 'Waiting for its turn …')
  expect(page.made.find(({ path }) => path.endsWith('/run/'))?.body).toEqual({
    expected: { gifts: 2, cents: 15_000_000, taken_cents: 0 },
  })
})
