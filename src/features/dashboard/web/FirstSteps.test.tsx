import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { TestApp } from '#test/app.ts'
import { createUser } from '#test/factories.ts'
import { eachOnNewPage, newBrowser, openPage } from '#test/page.tsx'

let app: TestApp
eachOnNewPage((opened) => void (app = opened))

const kept = async (id: number) =>
  (await app.db.selectFrom('users').select('first_steps').where('id', '=', id).executeTakeFirstOrThrow())
    .first_steps
const done = () =>
  [...document.querySelectorAll('.first-steps li[data-done] a')].map((link) => link.textContent)

test('ticks off a step that is followed, and removes the list after the last one', async () => {
  const { id } = await createUser(app.db, { rights: ['view_projects'] })
  const person = await app.asUser(id)
  const page = await openPage(app, person, '/site-admin/')
  await page.found('h2', 'First steps')
  expect(done()).toEqual([])
  await page.press('Find a project in the list')
  await page.found('h1', /^Projects/)
  await waitFor(async () => expect(await kept(id)).toEqual(['projects']))

  await newBrowser()
  const again = await openPage(app, person, '/site-admin/')
  await again.found('h2', 'First steps')
  expect(done()).toEqual(['Find a project in the list'])
  await again.press('Choose language and appearance')
  await waitFor(async () => expect(await kept(id)).toBeNull())

  await newBrowser()
  const last = await openPage(app, person, '/site-admin/')
  await last.found('h1', 'Dashboard')
  expect(document.querySelector('.first-steps')).toBeNull()
})

test('hides the first steps for good', async () => {
  const { id } = await createUser(app.db, { rights: ['view_projects'] })
  const page = await openPage(app, await app.asUser(id), '/site-admin/')
  await page.press('Hide the first steps')
  await waitFor(() => expect(document.querySelector('.first-steps')).toBeNull())
  await waitFor(async () => expect(await kept(id)).toBeNull())
})
