import { fireEvent, waitFor } from '@testing-library/dom'
import { afterEach, expect, test } from 'vitest'
import { importHeader } from '#test/import-app.ts'
import { importPages } from '#test/import-pages.tsx'
import { openPage } from '#test/page.tsx'

const imports = importPages()
let release = (): void => undefined
afterEach(() => release())

test('Check is not sent behind a refused change or repair, whose message stays while later changes are saved', async () => {
  const id = await imports.uploaded([importHeader, 'Chor e. V.;10115;Noten;500,00;2016;Eva'])
  let held = Promise.resolve()
  const hold = () => {
    held = new Promise((resolve) => (release = resolve))
  }
  const page = await openPage(
    imports.app,
    imports.staff,
    `/site-admin/import/${id}/?step=columns`,
    async ({ method, body }) => {
      if (method !== 'PATCH') return undefined
      await held
      if ('columns' in (body as object))
        return Response.json({ code: 'x', detail: 'Not now' }, { status: 409 })
      if ('repairs' in (body as object)) return Response.json({ repairs: ['Not that'] }, { status: 400 })
      return undefined
    },
  )
  const sent = () => page.made.flatMap(({ method, body }) => (method === 'GET' ? [] : [[method, body]]))
  const notBusy = () => waitFor(() => expect(page.find('button', 'Check')!.ariaBusy).not.toBe('true'))
  const read = async () => (await imports.staff.get(`/api/v4/imports/${id}/`)).body

  hold()
  fireEvent.change(await page.found('select', 'Field for PLZ'), { target: { value: 'topic' } })
  fireEvent.click(await page.found('input', /^One project per organization/))
  await page.press('Check')
  release()
  await waitFor(async () => expect((await read()).project_per_year).toBe(true))
  await notBusy()
  await page.found('[role=alert]', /Not now/)
  expect(sent()).toMatchObject([
    ['PATCH', { columns: expect.anything() }],
    ['PATCH', { project_per_year: true }],
  ])

  fireEvent.click(await page.found('.import-steps a', /Repair/))
  await page.type('Find', 'Noten')
  await page.type('becomes', 'Neue Noten')
  await page.press('Count')
  const replace = await page.found('button', /^Replace \d/)
  hold()
  fireEvent.click(replace)
  await page.press('Check')
  await waitFor(() => expect(page.alerts()).toEqual([]))
  release()
  await page.found('[role=alert]', /Not that/)
  await notBusy()
  expect(sent().slice(2)).toMatchObject([['PATCH', { repairs: expect.anything() }]])

  await page.press('Check')
  await page.found('[role=status]', 'Waiting for its turn …')
  expect(page.alerts()).toEqual([])
  expect(sent().slice(3)).toEqual([['POST', undefined]])
})
