import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { importPages } from '#test/import-pages.tsx'
import { openPage } from '#test/page.tsx'

const imports = importPages()

test('repairs made between an answer and its check, or during the check, are applied after it', async () => {
  const id = await imports.uploaded([
    'Verein;Projekt;Betrag in Euro;Jahr',
    'Chor e.V.;Noten;500,00;2016',
    'Chor e.V.;Noten;-200,00;2016',
    'TSV e.V.;Tore;5 EUR;2016',
  ])
  await imports.act(id, 'check')
  const page = await openPage(imports.app, imports.staff, `/site-admin/import/${id}/?step=repair`)
  const counted = async (find: string, by: string) => {
    await page.type('Find', find)
    await page.type('becomes', by)
    await page.press('Count')
    return page.found('button', /^Replace \d/)
  }
  const changes = () =>
    page.made.filter(({ method }) => method !== 'GET').map(({ method, body }) => [method, body])
  const read = async () => (await imports.staff.get(`/api/v4/imports/${id}/`)).body
  const checked = async () => {
    await waitFor(async () => expect((await read()).state).toBe('checking'))
    await imports.work()
  }
  const first = await counted('Noten', 'Neue Noten')
  // Both at once: the second one does not know of the first yet.
  fireEvent.click(await page.found('button', 'Yes, they take gifts back'))
  fireEvent.click(first)
  await waitFor(() =>
    expect(changes()).toMatchObject([
      ['PATCH', { reversals: true }],
      ['POST', undefined],
    ]),
  )
  await page.found('[role=status]', 'Waiting for its turn …')
  expect((await page.found<HTMLInputElement>('input[name=find]', 'Find')).value).toBe('Noten')

  await checked()
  const replaced = { kind: 'replace', column: null, find: 'Noten', text: 'Neue Noten' }
  await waitFor(() =>
    expect(changes().slice(2)).toMatchObject([
      ['PATCH', { repairs: [replaced] }],
      ['POST', undefined],
    ]),
  )
  await counted('Tore', 'Netze')
  await page.press(/^Replace \d/)
  await checked()
  const both = [replaced, { ...replaced, find: 'Tore', text: 'Netze' }]
  await waitFor(() =>
    expect(changes().slice(4)).toMatchObject([
      ['PATCH', { repairs: both }],
      ['POST', undefined],
    ]),
  )
  await checked()
  await page.found('.import-repaired', /“Tore” becomes “Netze”/)
  await page.found('.import-grid td', 'Netze')
  expect(page.alerts()).toEqual([])
  const body = await read()
  expect([body.state, body.options.reversals, body.repairs]).toEqual(['checked', true, both])
})
