import { beforeEach, expect, test } from 'vitest'
import { createProject } from '#test/factories.ts'
import { type Client, useApp } from '#test/app.ts'

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as(['create_settings', 'change_settings', 'delete_settings'])))
const path = '/api/v4/individual-bank-accounts/'
const account = { title: 'Spendenkonto Süd', iban: 'de89 3704 0044 0532 0130 00' }

test("an account's IBAN is normalized, and masked without the right to see settings", async () => {
  const made = await staff.post(path, account)
  const whole = {
    slug: 'spendenkonto-sued',
    title: account.title,
    iban: 'DE89370400440532013000',
    version: 1,
  }
  expect([made.status, made.body]).toEqual([201, whole])
  const list = { count: 1, total_pages: 1, current_page: 1 }
  expect((await staff.get(path)).body).toEqual({ ...list, results: [whole] })
  const other = await app.as(['view_projects'])
  expect((await other.get(path)).body).toEqual({
    ...list,
    results: [{ ...whole, iban: 'DE•• •••• •••• 3000' }],
  })
})

test('a person who may only create accounts sees the created IBAN masked', async () => {
  const creator = await app.as(['create_settings'])
  expect((await creator.post(path, account)).body.iban).toBe('DE•• •••• •••• 3000')
})

test('wrong check digits are rejected at the field', async () => {
  const wrong = await staff.post(path, { title: '', iban: 'DE88 3704 0044 0532 0130 00' })
  expect(wrong.status).toBe(400)
  expect(wrong.body).toEqual({ title: ['This field is required'], iban: ['Enter a valid IBAN'] })
})

test('an account changes only on its current version, and the change is saved', async () => {
  const { slug } = (await staff.post(path, account)).body
  const changed = await staff.patch(`${path}${slug}/`, { title: 'Neu', version: 1 })
  expect(changed.body).toMatchObject({ slug, title: 'Neu', version: 2 })
  const stale = await staff.patch(`${path}${slug}/`, { title: 'Alt', version: 1 })
  expect([stale.status, stale.body.code, stale.body.current.title]).toEqual([409, 'edit_conflict', 'Neu'])
  const events = await app.db
    .selectFrom('audit_events')
    .select(['action', 'before', 'after'])
    .orderBy('id')
    .execute()
  expect(events[1]).toEqual({ action: 'change', before: { title: account.title }, after: { title: 'Neu' } })
  expect((await staff.patch(`${path}nothing/`, { title: 'X', version: 1 })).status).toBe(404)
})

test('an account in use cannot be deleted and its projects are named; an unused one can', async () => {
  const { slug } = (await staff.post(path, account)).body
  const { id } = await app.db.selectFrom('individual_bank_accounts').select('id').executeTakeFirstOrThrow()
  const project = await createProject(app.db, { individual_bank_account_id: id })
  const refused = await staff.delete(`${path}${slug}/`)
  expect([refused.status, refused.body.code, refused.body.blocking]).toEqual([
    409,
    'in_use',
    [{ slug: project.slug, title: project.title, code: 'in_use' }],
  ])
  await app.db.updateTable('projects').set({ individual_bank_account_id: null }).execute()
  expect((await staff.delete(`${path}${slug}/`)).status).toBe(204)
  expect((await staff.get(path)).body.count).toBe(0)
})

test('unless_known rejects a duplicate name or IBAN; without it both accounts are kept', async () => {
  const { slug, title } = (await staff.post(path, account)).body
  const iban = 'DE02120300000000202051'
  const told = async (body: object) => (await staff.post(path, { ...body, unless_known: true })).body.blocking
  expect(await told({ title: 'Anderes', iban: account.iban })).toEqual([{ slug, title, code: 'same_iban' }])
  expect(await told({ title, iban })).toEqual([{ slug, title, code: 'same_title' }])
  expect((await staff.post(path, { title: 'Anderes', iban: account.iban })).status).toBe(201)
  // An account is no duplicate of itself.
  const own = { title: 'Spendenkonto Südost', version: 1, unless_known: true }
  expect((await staff.patch(`${path}${slug}/`, own)).status).toBe(200)
})
