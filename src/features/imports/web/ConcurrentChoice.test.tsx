import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { importHeader } from '#test/import-app.ts'
import { importPages } from '#test/import-pages.tsx'
import { openPage } from '#test/page.tsx'

const imports = importPages()

test("a choice keeps somebody else's choices for other columns and rates, and is not saved for other columns of the file", async () => {
  const id = await imports.uploaded([importHeader, 'Chor e. V.;10115;Noten;500,00;2016;Eva'])
  const read = async () => (await imports.staff.get(`/api/v4/imports/${id}/`)).body
  const fields = async () => (await read()).columns.map((column: { field: string | null }) => column.field)
  const save = async (choice: object) => {
    expect((await imports.staff.patch(`/api/v4/imports/${id}/`, choice)).status).toBe(200)
  }

  /** What somebody else does just before the page's next change arrives. */
  let meanwhile: (() => Promise<void>) | undefined
  const page = await openPage(
    imports.app,
    imports.staff,
    `/site-admin/import/${id}/?step=columns`,
    async ({ method }) => {
      if (method !== 'PATCH') return undefined
      const now = meanwhile
      meanwhile = undefined
      await now?.()
      return undefined
    },
  )
  const postcode = await page.found('select', 'Field for PLZ')
  const [organization, , ...others] = await fields()
  meanwhile = () => save({ columns: [organization, 'organization_postcode', ...others.slice(0, -1), null] })
  fireEvent.change(postcode, { target: { value: 'topic' } })
  await waitFor(async () =>
    expect(await fields()).toEqual([organization, 'topic', ...others.slice(0, -1), null]),
  )

  await page.type('Currency', 'CHF')
  await page.type('Euros for one unit', '0.9')
  meanwhile = () => save({ rates: { GBP: '1.15' } })
  await page.press('Add rate')
  await page.found('.figures', 'GBP × 1.15')
  await page.found('.figures', 'CHF × 0.9')
  await waitFor(async () => expect((await read()).options.rates).toEqual({ GBP: '1.15', CHF: '0.9' }))
  expect(page.alerts()).toEqual([])

  let now: unknown
  meanwhile = async () => {
    await save({ before: 1 })
    now = await fields()
  }
  fireEvent.change(postcode, { target: { value: '' } })
  await page.found('[role=alert]', /Somebody changed this in the meantime/)
  await waitFor(() => expect(page.find('select', 'Field for PLZ')).toBeUndefined())
  expect(await fields()).toEqual(now)
})
