import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { createTask, createUser } from '#test/factories.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

// An account in the real app: type, open tasks, forgotten password.

let app: TestApp
let staff: Client
eachOnNewPage(async (given) => {
  app = given
  staff = await app.as('superuser')
})

type Page = Awaited<ReturnType<typeof openPage>>
async function chooseType(page: Page, type: string) {
  const box = await page.found('input', 'Type')
  fireEvent.focus(box)
  fireEvent.click(box)
  fireEvent.click(await page.found('[role=option]', type))
  await page.press('Save')
}
const typeOf = async (id: number) =>
  (await app.db.selectFrom('users').select('user_type').where('id', '=', id).executeTakeFirstOrThrow())
    .user_type

test('the type of an account changes, and its heading says so', async () => {
  const { id } = await createUser(app.db, { user_type: 'promoter' })
  const page = await openPage(app, staff, `/site-admin/user/${id}/update/`)
  await chooseType(page, 'Staff user')
  await page.found('[role=status]', /Saved/)
  await page.found('.record-labels', /Staff user/)
  expect(await typeOf(id)).toBe('staff')
})

test('a person with open tasks keeps the type; the tasks are named and lead to their list', async () => {
  const { id } = await createUser(app.db, { first_name: 'Katrin', last_name: 'Vollmer' })
  await createTask(app.db, { title: 'Call the board', users: [id] })
  await createTask(app.db, { title: 'Foreign' })
  const page = await openPage(app, staff, `/site-admin/user/${id}/update/`)
  await chooseType(page, 'Company user')
  await page.found('form', /Hand over these tasks first:/)
  await page.found('a', 'Call the board')
  expect(await typeOf(id)).toBe('staff')
  await page.press('Discard')
  await page.press(/./, await page.found('dd', /^1/))
  await page.found('main', /Tasks of Katrin Vollmer/)
  await waitFor(async () => expect(await page.rows()).toEqual(['Call the board']))
})

test('a password request does not reveal whether an account exists; an unknown link is shown as expired', async () => {
  const page = await openPage(app, app.signedOut(), '/login/')
  await page.press('Forgot password?')
  await page.type('E-mail', 'nobody@example.org')
  await page.press('Send link')
  await page.found('main', /Check your mail/)
  expect(await app.db.selectFrom('emails').select('id').execute()).toEqual([])
  const gone = await openPage(app, app.signedOut(), '/password-reset/this-token-was-never-made/')
  await gone.type('New password', 'a-long-password')
  await gone.press('Save password')
  await gone.found('h1', 'This link has expired')
})
