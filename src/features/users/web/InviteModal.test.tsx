import { fireEvent, waitFor } from '@testing-library/dom'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { newBrowser, openPage } from '../../../../test/page.tsx'

let app: TestApp
beforeAll(async () => void (app = await testApp()))
beforeEach(async () => {
  await newBrowser()
  await app.reset()
})
afterAll(async () => {
  await newBrowser()
  await app.close()
})

const ticked = () =>
  [...document.querySelectorAll<HTMLInputElement>('.matrix input:checked')].map(({ name }) => name).toSorted()

test('a role fills the permissions, says what it contains and what it leaves out', async () => {
  const inviter = await app.as(['invite_users', 'view_users', 'change_projects', 'create_reminders'])
  const page = await openPage(app, inviter, '/site-admin/users/')
  await page.press(/^Invite/)
  const role = await page.found<HTMLInputElement>('input', 'Role')
  role.focus()
  fireEvent.change(role, { target: { value: 'Revi' } })
  await waitFor(() => expect(document.querySelector('[role=option]')?.textContent).toBe('Review'))
  fireEvent.keyDown(role, { key: 'Enter' })
  await waitFor(() => expect(ticked()).toEqual(['change_projects', 'create_reminders']))
  const said = document.querySelector('[aria-live=polite].small')!
  expect(said.textContent).toMatch(/^Contains: Projects \(View and change\); Tasks \(Create\)/)
  expect(said.textContent).toMatch(/Left out, because you do not hold it: Organizations \(View and change\)/)
})
