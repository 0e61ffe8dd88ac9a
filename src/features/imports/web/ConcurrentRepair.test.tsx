import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { importPages } from '#test/import-pages.tsx'
import { openPage } from '#test/page.tsx'

const imports = importPages()

test("a repair is added to those that somebody else made meanwhile, and undoing it leaves another's", async () => {
  const id = await imports.uploaded([
    'Verein;Projekt;Betrag in Euro;Jahr',
    'Chor e.V.;Noten;5;2016',
    'TSV e.V.;Tore;8;2016',
  ])
  await imports.act(id, 'check')
  const replaced = (find: string, text: string) => ({ kind: 'replace', column: null, find, text })
  const repairs = async () => (await imports.staff.get(`/api/v4/imports/${id}/`)).body.repairs
  const save = async (all: object[]) => {
    expect((await imports.staff.patch(`/api/v4/imports/${id}/`, { repairs: all })).status).toBe(200)
  }

  /** What somebody else does just before the page's next change arrives. */
  let meanwhile: (() => Promise<void>) | undefined
  const page = await openPage(
    imports.app,
    imports.staff,
    `/site-admin/import/${id}/?step=repair`,
    async ({ method }) => {
      if (method !== 'PATCH') return undefined
      const now = meanwhile
      meanwhile = undefined
      await now?.()
      return undefined
    },
  )
  await page.type('Find', 'Tore')
  await page.type('becomes', 'Netze')
  await page.press('Count')
  const replace = await page.found('button', /^Replace \d/)
  const others = replaced('Noten', 'Neue Noten')
  const mine = replaced('Tore', 'Netze')
  await save([others])
  fireEvent.click(replace)
  await page.found('[role=status]', 'Waiting for its turn …')
  expect(await repairs()).toEqual([others, mine])
  await imports.work()
  await page.found('.import-repaired', /“Noten” becomes “Neue Noten”/)
  await page.found('.import-repaired', /“Tore” becomes “Netze”/)

  const later = replaced('Chor', 'Kinderchor')
  meanwhile = () => save([others, mine, later])
  await page.press('Undo')
  await page.found('.import-repaired', /“Chor” becomes “Kinderchor”/)
  await waitFor(async () => expect(await repairs()).toEqual([others, later]))
  expect(page.alerts()).toEqual([])
})
