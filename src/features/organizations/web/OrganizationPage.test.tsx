import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { createOrganization } from '#test/factories.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

// The page of an organization in the real app: concurrent edits, leaving with changes, and read-only access.

let app: TestApp
let me: Client
let other: Client
eachOnNewPage(async (given) => {
  app = given
  me = await app.as('superuser')
  other = await app.as(['view_organizations', 'change_organizations'])
  await createOrganization(app.db, {
    slug: 'verein',
    title: 'Verein',
    phone: '111',
    city: 'Bonn',
    street: 'A 1',
  })
})

const list = '/site-admin/organizations/'
const record = '/site-admin/organization/verein/update/'
const address = `${record}?edit=true`
const stored = () =>
  app.db
    .selectFrom('organizations')
    .select(['phone', 'city', 'street'])
    .where('slug', '=', 'verein')
    .executeTakeFirstOrThrow()

/** Another person saves meanwhile. */
async function othersSave(body: Record<string, string>): Promise<void> {
  const { version } = (await other.get('/api/v4/organization/verein/')).body
  const { status } = await other.patch('/api/v4/organization/verein/', { ...body, version })
  expect(status).toBe(200)
}

type Page = Awaited<ReturnType<typeof openPage>>
const saves = ({ made }: Page) => made.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
const valueOf = async (page: Page, label: string) =>
  (await page.found<HTMLInputElement>('input', label)).value

test('changes by two people to different fields are both kept without a conflict dialog', async () => {
  const page = await openPage(app, me, address)
  await page.type('Phone', '222')
  await othersSave({ city: 'Köln' })
  await page.press('Save')
  await page.found('[role=status]', /Saved/)
  expect(await stored()).toEqual({ phone: '222', city: 'Köln', street: 'A 1' })
  expect(await valueOf(page, 'Phone')).toBe('222')
  expect(await valueOf(page, 'City')).toBe('Köln')
  expect(page.find('dialog h2', 'Edit conflict')).toBeUndefined()
  expect(page.find('[role=note]', 'Unsaved changes')).toBeUndefined()
  // The refused save is repeated on the new version, with only the fields typed here.
  expect(saves(page)).toEqual([
    { phone: '222', version: 1 },
    { phone: '222', version: 2 },
  ])
})

test.each([
  ['Mine', 'Theirs', { phone: '222', city: 'Köln', street: 'B 2' }],
  ['Theirs', 'Mine', { phone: '333', city: 'Mainz', street: 'B 2' }],
])('in a conflict over two fields, the choices %s and %s are stored', async (phone, city, kept) => {
  const page = await openPage(app, me, address)
  await page.type('Phone', '222')
  await page.type('City', 'Mainz')
  await page.type('Street and number', 'B 2')
  await othersSave({ phone: '333', city: 'Köln' })
  await page.press('Save')
  const dialog = await page.dialog('Edit conflict')
  // Nothing is saved before the choice.
  expect(await stored()).toEqual({ phone: '333', city: 'Köln', street: 'A 1' })
  expect(dialog.textContent).toContain(`Test Person`)
  const fields = [...dialog.querySelectorAll('fieldset')]
  const words = (field: Element) => [...field.children].map((part) => part.textContent)
  expect(fields.map(words)).toEqual([
    ['Phone', 'Mine222Theirs333'],
    ['City', 'MineMainzTheirsKöln'],
  ])
  await page.press(new RegExp(`^${phone}`), fields[0]!)
  await page.press(new RegExp(`^${city}`), fields[1]!)
  await page.press('Save', dialog)
  await page.found('[role=status]', /Saved/)
  expect(await stored()).toEqual(kept)
  expect(await valueOf(page, 'Phone')).toBe(kept.phone)
  expect(await valueOf(page, 'City')).toBe(kept.city)
  expect(page.find('[role=note]', 'Unsaved changes')).toBeUndefined()
})

test('cancelling a conflict keeps the typed value in the form and the other person’s value stored', async () => {
  const page = await openPage(app, me, address)
  await page.type('Phone', '222')
  await othersSave({ phone: '333' })
  await page.press('Save')
  await page.press('Cancel', await page.dialog('Edit conflict'))
  await waitFor(() => expect(page.find('dialog h2', 'Edit conflict')).toBeUndefined())
  expect(await valueOf(page, 'Phone')).toBe('222')
  await page.found('[role=note]', 'Unsaved changes')
  expect((await stored()).phone).toBe('333')
})

test('following a link, going back and closing the tab ask about unsaved changes first', async () => {
  const page = await openPage(app, me, list)
  await page.press('Verein')
  await page.press('Edit')
  await page.type('Phone', '222')
  await page.found('[role=note]', 'Unsaved changes')
  const closing = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(closing()).toBe(true)

  const keepEditing = async () => {
    await page.press('Keep editing', await page.dialog('Unsaved changes'))
    await waitFor(() => expect(page.find('dialog h2', 'Unsaved changes')).toBeUndefined())
    expect(page.address()).toBe(address)
    expect(await valueOf(page, 'Phone')).toBe('222')
  }
  await page.press('Projects', document.querySelector('nav')!)
  await keepEditing()
  history.back()
  await keepEditing()
  history.back()
  await page.press('Discard', await page.dialog('Unsaved changes'))
  expect(await page.rows()).toEqual(['Verein'])
  expect(page.address()).toBe(list)
  expect(closing()).toBe(false)
  expect(saves(page)).toEqual([])
  expect((await stored()).phone).toBe('111')
})

test('a reader without other rights sees every field and no Save', async () => {
  const page = await openPage(app, await app.as(['view_organizations']), address)
  expect(await valueOf(page, 'Phone')).toBe('111')
  expect((await page.found('input', 'Phone')).matches(':disabled')).toBe(true)
  await page.found('[role=note]', /change_organizations/)
  expect(page.find('button', 'Save')).toBeUndefined()
})

test('facts are read-only until Edit, and the review comes first and is decided without Edit', async () => {
  const page = await openPage(app, me, record)
  await page.found('dt', 'Phone')
  const facts = () => [...document.querySelectorAll('.record-facts dd')].map((fact) => fact.textContent)
  expect(facts()).toContain('Bonn')
  expect(page.find('input', 'Phone')).toBeUndefined()
  // The review comes first and needs no edit mode.
  const headings = [...document.querySelectorAll('.record-form h2')].map((heading) => heading.textContent)
  expect(headings).toEqual(['Review', 'Basics', 'Status', 'Address', 'Bank account', 'Proof of exemption'])
  await page.found('button', 'Decide: Review')
  await page.press('Edit')
  expect(await valueOf(page, 'Phone')).toBe('111')
  expect(page.address()).toBe(address)
  await page.press('Stop editing')
  await waitFor(() => expect(page.find('input', 'Phone')).toBeUndefined())
  expect(page.address()).toBe(record)
})

test('creating an organization asks for missing fields, creates it once and opens its page', async () => {
  const page = await openPage(app, me, `${list}create/`)
  const made = () => page.made.filter(({ method }) => method === 'POST')
  await page.press('Save')
  await page.found('form', /Enter a title/)
  expect(made()).toEqual([])
  await page.type(/^Name/, 'Neu')
  await page.type(/^Contact e-mail/, 'neu@example.org')
  await page.type('City', 'Köln')
  await page.press('Save')
  await page.found('h1', 'Neu')
  expect(page.address()).toBe('/site-admin/organization/neu/update/')
  expect(page.find('dialog h2', 'Unsaved changes')).toBeUndefined()
  expect(made()).toHaveLength(1)
  expect(
    await app.db.selectFrom('organizations').select(['title', 'email_contact', 'city']).execute(),
  ).toContainEqual({ title: 'Neu', email_contact: 'neu@example.org', city: 'Köln' })
})

test.each([
  [503, 'outcome_unknown', 'the same'],
  [502, undefined, 'the same'],
  [409, 'idempotency_running', 'the same'],
  [422, 'idempotency_reused', 'another'],
])('saving a new organization again after %d %s uses %s key', async (status, code, key) => {
  const keys: (string | undefined)[] = []
  const page = await openPage(app, me, `${list}create/`, async ({ method, path, idempotencyKey }) => {
    if (method !== 'POST' || path !== '/api/v4/organizations/') return undefined
    keys.push(idempotencyKey)
    return keys.length === 1 ? Response.json({ code, detail: 'Not known' }, { status }) : undefined
  })
  await page.type(/^Name/, 'Neu')
  await page.type(/^Contact e-mail/, 'neu@example.org')
  await page.press('Save')
  await waitFor(() => expect(page.alerts()).toHaveLength(1))
  await page.press('Save')
  await page.found('h1', 'Neu')
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/^[\w-]{10,}$/)
  expect(keys[1] === keys[0] ? 'the same' : 'another').toBe(key)
})
