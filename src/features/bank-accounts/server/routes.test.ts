import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { databaseChecksums } from '#test/table-checksums.ts'

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as(['change_settings'])))

const path = '/api/v4/bank-accounts/'
const iban = 'DE89370400440532013000'

test('an account can be listed, added and changed, and its IBAN is normalized', async () => {
  const added = await staff.post(path, {
    title: 'Spendenkonto',
    iban: 'de89 3704 0044 0532 0130 00',
    bic: 'cobadeff',
    town: 'Musterstadt',
    country: 'de',
  })
  expect([added.status, added.body]).toEqual([
    201,
    {
      slug: 'spendenkonto',
      title: 'Spendenkonto',
      holder: '',
      iban,
      bic: 'COBADEFF',
      town: 'Musterstadt',
      country: 'DE',
      version: 1,
    },
  ])
  const changed = await staff.patch(`${path}main/`, { iban, holder: 'Stiftung', version: 1 })
  expect(changed.body).toMatchObject({ title: 'Main account', iban, holder: 'Stiftung', version: 2 })
  const { body } = await staff.get(path)
  expect(body.results.map((row: { slug: string }) => row.slug)).toEqual(['main', 'spendenkonto'])
  const events = await app.db
    .selectFrom('audit_events')
    .select(['action', 'before', 'after'])
    .orderBy('id')
    .execute()
  expect(events[1]).toEqual({
    action: 'change',
    before: { holder: '', iban: '' },
    after: { holder: 'Stiftung', iban },
  })
})

test.each([
  ['a wrong IBAN', { title: 'A', iban: 'DE89370400440532013001' }, 'iban'],
  ['a wrong BIC', { title: 'A', iban, bic: 'XX' }, 'bic'],
  ['a country that is none', { title: 'A', iban, country: 'D1' }, 'country'],
  ['no title', { title: ' ', iban }, 'title'],
  ['another field', { title: 'A', iban, amount: 1 }, 'amount'],
])('%s is rejected at its field and changes nothing', async (_, body, field) => {
  const before = await databaseChecksums(app.db)
  const answer = await staff.post(path, body)
  expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]])
  expect(await databaseChecksums(app.db)).toEqual(before)
})

test('a stale version gets 409 with the current account, and a viewer cannot change anything', async () => {
  await staff.patch(`${path}main/`, { holder: 'A', version: 1 })
  const stale = await staff.patch(`${path}main/`, { holder: 'B', version: 1 })
  expect([stale.status, stale.body.code, stale.body.current.holder]).toEqual([409, 'edit_conflict', 'A'])
  const reader = await app.as(['view_settings'])
  expect((await reader.get(path)).status).toBe(200)
  expect((await reader.post(path, { title: 'A', iban })).status).toBe(403)
  expect((await staff.patch(`${path}none/`, { holder: 'B', version: 1 })).status).toBe(404)
})

test('unless_known rejects a duplicate name or IBAN; without it both accounts are kept', async () => {
  const { slug, title } = (await staff.post(path, { title: 'Spendenkonto', iban })).body
  const other = 'DE02120300000000202051'
  const told = async (body: object) => {
    const answer = await staff.post(path, { ...body, unless_known: true })
    return [answer.status, answer.body.code, answer.body.blocking]
  }
  const known = (code: string) => [409, 'already_known', [{ slug, title, code }]]
  expect(await told({ title: 'Anderes', iban: 'de89 3704 0044 0532 0130 00' })).toEqual(known('same_iban'))
  expect(await told({ title: 'spendenkonto ', iban: other })).toEqual(known('same_title'))
  const changed = await staff.patch(`${path}main/`, { iban, version: 1, unless_known: true })
  expect([changed.status, changed.body.code, changed.body.blocking]).toEqual(known('same_iban'))
  const renamed = await staff.patch(`${path}main/`, { title, version: 1, unless_known: true })
  expect([renamed.status, renamed.body.blocking]).toEqual([409, [{ slug, title, code: 'same_title' }]])
  expect((await staff.post(path, { title: 'Anderes', iban })).status).toBe(201)
  // An account is no duplicate of itself, and unchanged fields are not checked.
  const own = { title: 'Spendenkonto', iban: other, holder: 'Stiftung', version: 1, unless_known: true }
  expect((await staff.patch(`${path}${slug}/`, own)).status).toBe(200)
})
