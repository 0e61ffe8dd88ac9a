import { call, invitationToken, makeProject } from './calls.ts'
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

test('the type of an account changes, unless it has open tasks', async ({ page }) => {
  const name = unique()
  await page.goto('/site-admin/users/')
  const guest = await call<{ id: number }>(page, 'POST', '/api/v4/users/invite/', {
    email: `${name}@example.org`,
    user_type: 'promoter',
  })
  const choose = async (type: string) => {
    await page.getByLabel('Type', { exact: true }).click()
    await page.getByRole('option', { name: type }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
  }
  await page.goto(`/site-admin/user/${guest.id}/update/`)
  await choose('Staff user')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.locator('.record-labels').getByText('Staff user')).toBeVisible()

  const project = await makeProject(page, `Handing over ${name}`)
  const staff = await call<{ id: number; full_name_w_username: string }[]>(
    page,
    'GET',
    '/api/v4/users/staff/',
  )
  const busy = staff.find((person) => !person.full_name_w_username.includes('admin'))!
  await call(page, 'POST', '/api/v4/reminders/', {
    title: `Call ${name}`,
    scheduled_for: '2099-01-01',
    targetId: project.id,
    targetType: 'project',
    users: [busy.id],
  })
  await page.goto(`/site-admin/user/${busy.id}/update/`)
  await choose('Company user')
  await expect(page.getByText('Hand over these tasks first:')).toBeVisible()
  await expect(page.getByRole('link', { name: `Call ${name}` })).toBeVisible()
  // Only the page below the header scrolls: scrolling the window would hide the save bar behind the message.
  expect(await page.evaluate('document.documentElement.scrollHeight - window.innerHeight')).toBe(0)
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('definition').getByRole('link').click()
  await expect(page.getByText(`Tasks of ${busy.full_name_w_username.replace(/ \(.*/, '')}`)).toBeVisible()
  await expect(page.getByRole('row', { name: `Call ${name}` })).toBeVisible()
})

test('a password reset does not reveal whether an account exists', async ({ browser }) => {
  const outside = await browser.newContext()
  const page = await outside.newPage()
  await page.goto('/login/')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('E-mail').fill(`${unique()}@example.org`)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('Check your mail')).toBeVisible()
  await page.goto('/password-reset/this-token-was-never-made/')
  await page.getByLabel('New password').fill('a-long-password')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  await outside.close()
})
