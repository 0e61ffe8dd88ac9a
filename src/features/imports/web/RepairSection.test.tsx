import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { importPages } from '#test/import-pages.tsx'
import { openPage } from '#test/page.tsx'

const imports = importPages()

const lines = [
  'Verein;Projekt;Betrag in Euro;Jahr',
  'Chor e.V.;\u0084Grüße\u0093;5;2016',
  'TSV e.V.;Tore;abc;2016',
  'Gut e.V.;Saal;8;2016',
]

const linesShown = () =>
  [...document.querySelectorAll('.import-grid tbody th')].map((cell) => cell.textContent)

test('a problem filters the grid, a cell is edited by keyboard and tried again, characters are repaired, and all is undone', async () => {
  const id = await imports.uploaded(lines)
  await imports.act(id, 'check')
  const page = await openPage(imports.app, imports.staff, `/site-admin/import/${id}/`)
  const tried = async () => {
    await page.found('[role=status]', 'Waiting for its turn …')
    await imports.work()
  }
  await page.found('.import-steps a[aria-current=page]', /Repair/)
  await page.found('.import-signs td', 'Lost Windows-1252 quotation mark')
  await page.found('.import-example dd', '„Grüße“')
  await page.found('.import-grid tbody th', '2')

  await page.press(/Amount: This is not an amount/)
  await waitFor(() => expect(linesShown()).toEqual(['3']))
  const cell = await page.found('.import-grid td[aria-invalid]', 'abc')
  expect(cell.title).toBe('Amount: This is not an amount')
  const first = await page.found('.import-grid td[tabindex="0"]', 'TSV e.V.')
  fireEvent.keyDown(first, { key: 'ArrowRight' })
  fireEvent.keyDown(await page.found('.import-grid td[tabindex="0"]', 'Tore'), { key: 'ArrowRight' })
  await page.found('.import-grid td[tabindex="0"]', 'abc')
  expect(document.activeElement).toBe(cell)
  fireEvent.keyDown(cell, { key: 'Enter' })
  await page.type('Betrag in Euro, row 3', '6')
  fireEvent.keyDown(document.querySelector('.import-grid input')!, { key: 'Enter' })
  const edit = { kind: 'cell', line: 3, column: 2, text: '6' }
  await waitFor(() =>
    expect(
      page.made.filter(({ method }) => method !== 'GET').map(({ method, body }) => [method, body]),
    ).toMatchObject([
      ['PATCH', { repairs: [edit] }],
      ['POST', undefined],
    ]),
  )
  await tried()
  await page.found('.import-repaired', /Row 3: “6”/)
  await waitFor(() => expect(document.body.textContent).not.toContain('This is not an amount'))
  await page.press(/^Repaired1$/)
  await waitFor(() => expect(linesShown()).toEqual(['3']))
  expect(document.querySelectorAll('.import-problem')).toHaveLength(0)
  await page.press(/^All refused rows/)

  await page.press('Replace in 2 places')
  await page.found('.import-repaired', /Characters nobody sees/)
  await tried()
  await page.found('p', 'No row is refused.')
  // Nothing is refused: all rows are shown, with search matches marked.
  await waitFor(() => expect(linesShown()).toEqual(['2', '3', '4']))
  fireEvent.keyDown(document.body, { key: 'h', ctrlKey: true })
  const find = await page.found<HTMLInputElement>('input[name=find]', 'Find')
  expect(document.activeElement).toBe(find)
  await page.type('Find', 'e.V.')
  await waitFor(() => expect(document.querySelectorAll('.import-grid mark')).toHaveLength(3))
  fireEvent.keyDown(find, { key: 'z', ctrlKey: true })
  expect(document.querySelectorAll('.import-repaired')).toHaveLength(2)
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  await tried()
  await page.found('.import-signs td', 'Lost Windows-1252 quotation mark')
  expect(document.querySelectorAll('.import-repaired')).toHaveLength(1)
  await page.press('Undo: Row 3: “6”')
  await tried()
  await page.found('button', /Amount: This is not an amount/)
  await page.press(/^All rows/)
  await waitFor(() => expect(linesShown()).toEqual(['2', '3', '4']))
  await waitFor(() => expect(document.querySelectorAll('.import-problem')).toHaveLength(2))
})
