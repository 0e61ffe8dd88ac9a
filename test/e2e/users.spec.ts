import { invitationToken } from './calls.ts'
import { expect, test } from './signed-in.ts'

const unique = () => `p0${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`

test('an invited person gets a link, becomes a user, gets a right and can be locked out @smoke', async ({
  page,
  browser,
}) => {
  const name = unique()
  await page.goto('/site-admin/users/')
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a user' })
  await dialog.getByLabel('E-mail', { exact: true }).fill(`${name}@example.org`)
  await dialog.getByLabel('First name').fill('Petra')
  await dialog.getByLabel('Last name').fill(name)
  await dialog.getByRole('checkbox', { name: 'Projects: View only' }).check()
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByText('Invitation sent')).toBeVisible()

  const token = await invitationToken(name)
  const outside = await browser.newContext()
  const guest = await outside.newPage()
  await guest.goto(`/invite/${token}/`)
  await guest.getByLabel('User name').fill(name)
  await guest.getByLabel('Password').fill('a-long-password')
  await guest.getByRole('button', { name: 'Accept and sign in' }).click()
  await expect(guest.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await guest.goto(`/invite/${token}/`)
  await expect(guest.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  await outside.close()

  await page.goto(`/site-admin/users/?search=${name}`)
  await page.getByRole('link', { name: `Petra ${name}` }).click()
  await page.getByRole('checkbox', { name: 'Tasks: View and change' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText('Account disabled')).toBeVisible()

  await page.goto('/site-admin/permissions/?permission=reminders')
  const right = page.getByRole('checkbox', { name: `Petra ${name} (${name}): View and change` })
  await expect(right).toBeChecked()
  await right.uncheck()
  await expect(right).not.toBeChecked()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  expect((await file).suggestedFilename()).toMatch(/\.xlsx$/)
})
