import { asPerson } from './calls.ts'
import { expect, test } from './signed-in.ts'

test('a person changes their own password by keyboard; errors appear at their field and the input stays @smoke', async ({
  page,
  browser,
}) => {
  const own = await asPerson(page, browser, ['view_projects'])
  await own.goto('/site-admin/profile/')
  const current = own.getByLabel('Current password', { exact: true })
  const fresh = own.getByLabel('New password', { exact: true })
  await current.focus()
  await own.keyboard.type('not my password')
  await own.keyboard.press('Tab')
  await own.keyboard.type('a wholly new word')
  await own.keyboard.press('Enter')
  await expect(own.getByText('This is not your current password')).toBeVisible()
  await expect(fresh).toHaveValue('a wholly new word')
  await current.fill('a-long-password')
  await fresh.fill('Sommer2026!')
  await own.keyboard.press('Enter')
  await expect(own.getByText('This password is easy to guess.')).toBeVisible()
  await fresh.fill('a wholly new word')
  await own.keyboard.press('Enter')
  await expect(own.getByText('Your other sessions were ended.')).toBeVisible()
  await expect(current).toHaveValue('')
  await own.context().close()
})
