import { fireEvent, waitFor } from '@testing-library/dom'
import { afterEach, expect, test } from 'vitest'
import { importHeader } from '#test/import-app.ts'
import { importPages } from '#test/import-pages.tsx'
import { openPage } from '#test/page.tsx'

const imports = importPages()
let release = (): void => undefined
afterEach(() => release())

test('Check waits for a change that is being saved, is sent once, and not after a refused change', async () => {
  const id = await imports.uploaded([importHeader, 'Chor e. V.;10115;Noten;500,00;2016;Eva'])
  let held = Promise.resolve()
  let refuses = false
  const hold = () => {
    held = new Promise((resolve) => (release = resolve))
  }
  const page = await openPage(imports.app, imports.staff, `/site-admin/import/${id}/`, async ({ method }) => {
    if (method !== 'PATCH') return undefined
    await held
    return refuses ? Response.json({ columns: ['Other columns'] }, { status: 400 }) : undefined
  })
  const choose = async (field: string) =>
    fireEvent.change(await page.found('select', 'Field for PLZ'), { target: { value: field } })
  const calls = () => page.made.flatMap(({ method }) => (method === 'GET' ? [] : [method]))

  hold()
  await choose('')
  await page.press('Check')
  fireEvent.click(await page.found('button', 'Check'))
  expect(calls()).toEqual(['PATCH'])
  release()
  await page.found('[role=status]', 'Waiting for its turn …')
  expect(calls()).toEqual(['PATCH', 'POST'])
  await imports.work()
  expect((await imports.staff.get(`/api/v4/imports/${id}/`)).body.state).toBe('checked')

  hold()
  refuses = true
  fireEvent.click(await page.found('a', 'Columns'))
  await choose('organization_postcode')
  await page.press('Check again')
  release()
  await page.found('#columns-error', 'Other columns')
  await waitFor(() => expect(page.find('button', 'Check again')!.ariaBusy).not.toBe('true'))
  expect(calls()).toEqual(['PATCH', 'POST', 'PATCH'])
  await page.press('Check again')
  await page.found('[role=status]', 'Waiting for its turn …')
  expect(calls()).toEqual(['PATCH', 'POST', 'PATCH', 'POST'])
})
