import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { TestApp } from '#test/app.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

let app: TestApp
eachOnNewPage(async (given) => void (app = given))

const ticked = () =>
  [...document.querySelectorAll<HTMLInputElement>('.matrix input:checked')].map(({ name }) => name).toSorted()

test('a role fills the permissions and lists what it contains and leaves out', async () => {
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
