import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { importHeader } from '#test/import-app.ts'
import { importPages } from '#test/import-pages.tsx'
import { openPage } from '#test/page.tsx'

const imports = importPages()

test('reversals of earlier imports are shown before booking, and above the limit their sum must be typed', async () => {
  const first = await imports.run(
    [importHeader, 'Chor;;Noten;200000,00;2016;'],
    {},
    { gifts: 1, cents: 20_000_000 },
  )
  const id = await imports.uploaded([importHeader, 'Chor;;Noten;-150000,00;2018;'], { reversals: true })
  await imports.act(id, 'check')
  const page = await openPage(imports.app, imports.staff, `/site-admin/import/${id}/`)
  await page.found('h2', '€150,000.00 taken back from gifts booked before')
  const table = await page.found('.table-card', /€150,000\.00 of 1 gift that was booked before/)
  expect(table.textContent).toContain('Noten 31.12.2016file.csv€200,000.00€50,000.00')
  expect([...table.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '/site-admin/project/noten/update/',
    `/site-admin/import/${first.id}/`,
  ])
  const width = window.innerWidth
  try {
    Object.assign(window, { innerWidth: 390 })
    fireEvent(window, new Event('resize'))
    const card = await page.found('.import-cards > li', /^Noten/)
    expect(card.textContent).toBe('Noten31.12.2016Before €200,000.00 Left €50,000.00Line 2 · file.csv')
    expect(document.querySelector('.table-card #taken-back')).toBeNull()
  } finally {
    Object.assign(window, { innerWidth: width })
    fireEvent(window, new Event('resize'))
  }
  await page.found('.table-card', /€150,000\.00 of 1 gift that was booked before/)
  const changed = [...document.querySelectorAll('tbody tr')].map((row) => row.textContent)
  expect(changed).toEqual(expect.arrayContaining(['Organizations010', 'Projects010', 'Gifts001']))
  const act = await page.found<HTMLButtonElement>('button', 'Take back €150,000.00')
  expect(act.disabled).toBe(true)
  await page.type('Type the sum taken back (€150,000.00)', '150000')
  await waitFor(() => expect(act.disabled).toBe(false))
  await page.press('Take back €150,000.00')
  await page.found('[role=status]', 'Waiting for its turn …')
  await imports.work()
  const after = await openPage(imports.app, await imports.app.as('superuser'), `/site-admin/import/${id}/`)
  await after.found('p', /1 gift booked before gets €150,000\.00 back/)
  const earlier = await after.found('.import-earlier', /file\.csv/)
  await waitFor(() => expect(earlier.textContent).toContain('A later import depends on it'))
  expect(earlier.querySelector('tbody tr')!.textContent).toMatch(/^file\.csv[\d.]{10}1€200,000\.00/)
})
