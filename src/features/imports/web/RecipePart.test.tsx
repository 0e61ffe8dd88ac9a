import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { importPages } from '#test/import-pages.tsx'
import { openPage } from '#test/page.tsx'

const imports = importPages()

const lines = ['Verein;Projekt;BetragCHF;Jahr', 'Chor;Noten;5;2016']
const values = { topic: { parts: [{ constant: 'Kultur' }], join: '' } }

test('a used recipe is shown, reset, applied again and named, and recipes are listed, renamed and removed', async () => {
  await imports.run(lines, { rates: { CHF: '0.9' }, values })
  const { id } = (await imports.upload(lines.join('\n'), 'Kultur 2017.csv')).body
  const page = await openPage(imports.app, imports.staff, `/site-admin/import/${id}/`)
  await page.found('.callout', /Used as last time on 21\.11\.2026/)
  await page.found('.callout', /Recipe “file” · All rows: Topic “Kultur” · 1 rate for CHF/)
  await page.found('.import-guess', /As last time/)
  await page.press('Start over')
  await page.found('.callout', /Which currency is “BetragCHF”/)
  await page.press('Use “file”')
  await page.found('.callout', /Used as last time/)
  const name = document.querySelector<HTMLInputElement>('input[name=keep_as]')!
  await page.type('Recipe', 'Kulturfonds')
  fireEvent.focusOut(name)
  await waitFor(() =>
    expect(page.made.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toMatchObject([
      { recipe: null },
      { recipe: 'file' },
      { keep_as: 'Kulturfonds' },
    ]),
  )
  const kept = async () => (await imports.staff.get(`/api/v4/imports/${id}/`)).body.options.keep_as as string
  await waitFor(async () => expect(await kept()).toBe('Kulturfonds'))
  expect(await imports.act(id, 'run')).toMatchObject({ state: 'done' })

  const list = await openPage(imports.app, imports.staff, '/site-admin/import/')
  await list.found('th', 'Kulturfonds')
  await list.found('td', 'Verein, Projekt, BetragCHF, Jahr')
  await list.press('Edit: Kulturfonds')
  await list.type('Recipe', 'Bodensee')
  await list.press('Save')
  await list.found('th', 'Bodensee')
  await list.press('Delete: file')
  await list.press('Delete')
  await waitFor(() => expect(document.querySelectorAll('[data-row]')).toHaveLength(1))
})
