import type { Page } from '@playwright/test'
import { asPerson, call, makeOrganization } from './calls.ts'
import { settled } from './requests.ts'
import { credentials, expect, expectLoaded, test } from './signed-in.ts'

// A session that ends while a form is open: no input is lost, and one sign-in saves it.

type Form = {
  name: string
  address: (page: Page) => Promise<string> | string
  open?: (page: Page) => Promise<void>
  field: string
  /** The typed text, distinguishable from existing text. */
  typed: string
  save: RegExp
  /** A text with chips instead of an input. */
  isEditor?: true
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

/** One of each kind: a record's page, a modal, a text with chips. */
const forms: readonly Form[] = [
  {
    name: 'an organization',
    address: async (page) =>
      `organization/${(await makeOrganization(page, 'Chor der Sitzung')).slug}/update/`,
    open: press('Edit'),
    field: 'City',
    typed: 'Neu-Talheim',
    save: /^Save/,
  },
  {
    name: 'a status',
    address: () => 'settings/internal-statuses/',
    open: press('Create status: Projects'),
    field: 'Title',
    typed: 'Wartet auf Anmeldung',
    save: /^Save/,
  },
  {
    name: 'a mail template',
    address: () => 'email-template/export_ready/update/',
    field: 'Subject',
    typed: 'Neue Aufgabe nach der Anmeldung',
    isEditor: true,
    save: /^Save/,
  },
]

for (const { name, address, open, field, typed, save, isEditor } of forms)
  test(`a session that ends in the form of ${name} loses no input`, async ({ page, context }) => {
    await page.goto(`/site-admin/${await address(page)}`)
    await expectLoaded(page)
    await settled(page)
    await open?.(page)
    const input = page.getByRole('textbox', { name: field }).first()
    // A text with chips asks for its preview a moment later, which would meet the end of the session before Save does.
    const preview = isEditor && page.waitForResponse((response) => response.url().endsWith('/preview/'))
    await input.fill(typed)
    await preview
    const csrf = (await context.cookies()).filter((cookie) => cookie.name === 'csrftoken')
    await context.clearCookies()
    await context.addCookies(csrf)
    await page.getByRole('button', { name: save }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Sign in' })
    await expect(dialog).toContainText('Your session has ended. Sign in again.')
    // After closing, the form is unchanged; saving again asks again.
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    if (isEditor) await expect(input).toHaveText(typed)
    else await expect(input).toHaveValue(typed)
    await page.getByRole('button', { name: save }).first().click()
    await dialog.getByLabel('Password').fill(credentials.password)
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('Saved').or(page.getByText('Success')).first()).toBeVisible()
  })

test('a page saves nothing as the person who signed in from another tab', async ({
  page,
  context,
  browser,
}) => {
  const { slug } = await makeOrganization(page, 'Chor der zwei Sitzungen')
  await page.goto(`/site-admin/organization/${slug}/update/`)
  await expectLoaded(page)
  await press('Edit')(page)
  const city = page.getByRole('textbox', { name: 'City' }).first()
  await city.fill('Neu-Talheim')

  // Tabs of a browser share their cookies.
  const colleague = await asPerson(page, browser, ['view_organizations', 'change_organizations'])
  await context.addCookies(await colleague.context().cookies())
  await colleague.context().close()
  const calledAs = async () =>
    (await call<{ username: string }>(page, 'GET', '/api/v4/users/profile/')).username
  const savedCity = async () =>
    (await call<{ city: string | null }>(page, 'GET', `/api/v4/organizations/${slug}/`)).city
  expect(await calledAs()).not.toBe(credentials.username)

  const save = page.getByRole('button', { name: /^Save/ }).first()
  await save.click()
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await expect(dialog.getByLabel('User name')).toHaveValue(credentials.username)
  await dialog.getByLabel('Password').fill('not the password')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await save.click()
  await expect(dialog.getByLabel('User name')).toHaveValue(credentials.username)
  expect(await savedCity()).not.toBe('Neu-Talheim')
  await dialog.getByLabel('Password').fill(credentials.password)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Saved').or(page.getByText('Success')).first()).toBeVisible()
  expect(await calledAs()).toBe(credentials.username)
  expect(await savedCity()).toBe('Neu-Talheim')
})
