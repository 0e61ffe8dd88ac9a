import { readXlsx } from 'hucre'
import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { createPayout, goodIban, setHouseIban } from '#test/payouts.ts'
import { databaseChecksums } from '#test/table-checksums.ts'

const app = useApp()
let clerk: Client
beforeEach(async () => {
  await setHouseIban(app.db)
  clerk = await app.as(['change_payouts'])
})

const base = '/api/v4/payouts/'
const execute_on = '2026-11-23'
const exportFile = (slugs: string[], more: object = {}) =>
  clerk.post(`${base}sepa-export/`, { payout_slugs: slugs, execute_on, ...more })
const preview = async (slugs: string[], more: object = {}) =>
  (await clerk.post(`${base}sepa-preview/`, { payout_slugs: slugs, ...more })).body

/** Makes an export that must be refused, and asserts that the database is unchanged. */
async function refused(slugs: string[], more: object = {}) {
  const before = await databaseChecksums(app.db)
  const answer = await exportFile(slugs, more)
  expect(await databaseChecksums(app.db)).toEqual(before)
  return answer
}

const state = async (slug: string) =>
  (await app.db.selectFrom('payouts').select('state').where('slug', '=', slug).executeTakeFirstOrThrow())
    .state

test('the preview shows every payment as it will be sent, and writes nothing', async () => {
  const a = await createPayout(app.db, {
    title: 'Trikots für Mädchen',
    amount_cents: 75_000,
    organization: { title: 'TSV Mühlhausen', iban: 'DE02120300000000202051' },
  })
  const { audit_events: _, ...before } = await databaseChecksums(app.db)
  const body = await preview([a.slug])
  expect(await databaseChecksums(app.db)).toMatchObject(before)
  // The preview shows full IBANs, so viewing it is audited.
  const seen = app.db
    .selectFrom('audit_events')
    .select(['action', 'object_type'])
    .where('action', '=', 'read')
  expect(await seen.orderBy('id').execute()).toEqual([{ action: 'read', object_type: 'payment_file' }])
  expect(body).toEqual({
    payments: [
      {
        slug: a.slug,
        number: 'AZ-2026-0001',
        recipient: 'TSV Mühlhausen',
        iban: 'DE02 1203 0000 0000 2020 51',
        amount_cents: 75_000,
        remittance: 'AZ-2026-0001 - Trikots für Mädchen - Donation',
        again: false,
      },
    ],
    control_sum_cents: 75_000,
    replaced: [{ from: '·', to: '-' }],
    left_out: [],
    left_out_cents: 0,
    next_bank_day: '2026-11-23',
    accounts: [{ slug: 'main', title: 'Main account', iban: '•• 3000', is_ready: true }],
  })
})

test('payouts that cannot be paid are left out, each with its reason and a link to fix it', async () => {
  const good = await createPayout(app.db, { amount_cents: 100 })
  const none = await createPayout(app.db, { organization: { iban: '' } })
  const wrong = await createPayout(app.db, { organization: { iban: 'DE89370400440532013001' } })
  const ukrainian = await createPayout(app.db, { organization: { iban: 'UA213223130000026007233566001' } })
  const cyrillic = await createPayout(app.db, {
    organization: { title: 'Детский сад', iban: 'DE02120300000000202051' },
  })
  const archived = await createPayout(app.db)
  const banned = await createPayout(app.db)
  const paid = await createPayout(app.db, { paid_on: '2026-11-20' })
  const organizationOf = async (id: number) =>
    await app.db
      .selectFrom('projects')
      .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
      .select(['organizations.id', 'organizations.slug', 'projects.slug as project'])
      .where('projects.id', '=', id)
      .executeTakeFirstOrThrow()
  await app.db
    .updateTable('organizations')
    .set({ status: 3 })
    .where('id', '=', (await organizationOf(archived.project_id)).id)
    .execute()
  await app.db.updateTable('projects').set({ is_banned: true }).where('id', '=', banned.project_id).execute()
  const slugs = [good, none, wrong, ukrainian, cyrillic, archived, banned].map((payout) => payout.slug)
  const body = await preview([...slugs, paid.slug])
  const page = async (id: number) => `/site-admin/organization/${(await organizationOf(id)).slug}/update/`
  expect(body.left_out.map((row: { code: string; link: string }) => [row.code, row.link])).toEqual([
    ['no_iban', await page(none.project_id)],
    ['invalid_iban', await page(wrong.project_id)],
    ['outside_sepa', await page(ukrainian.project_id)],
    ['unreadable_name', await page(cyrillic.project_id)],
    ['organization_archived', await page(archived.project_id)],
    ['project_banned', `/site-admin/project/${(await organizationOf(banned.project_id)).project}/update/`],
    ['not_open', '/site-admin/payouts/?search=AZ-2026-0008'],
  ])
  expect([body.control_sum_cents, body.left_out_cents]).toEqual([100, 70_000])
  const done = await exportFile(slugs)
  expect([done.status, done.body.exported]).toEqual([201, [good.slug]])
  expect(done.body.left_out).toHaveLength(6)
  expect(await state(none.slug)).toBe('open')
  const nothing = await refused([none.slug, banned.slug])
  expect([nothing.status, nothing.body.code, nothing.body.blocking.length]).toEqual([
    409,
    'nothing_to_export',
    2,
  ])
})

test.each(['pain.001.001.09', 'pain.001.001.03'])(
  'one %s is created and stored; downloading it again returns the same bytes and is audited',
  async (format) => {
    const a = await createPayout(app.db, { amount_cents: 64_018, title: 'A' })
    const b = await createPayout(app.db, {
      amount_cents: 185_000,
      title: 'B',
      organization: { bic: 'BYLADEM1001' },
    })
    const { status, body } = await exportFile([b.slug, a.slug], { format, expected_cents: 249_018 })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      slug: expect.stringMatching(/^f-/),
      message_id: 'SEPA-2026-0001',
      filename: 'SEPA-2026-0001.xml',
      format,
      payments: 2,
      control_sum_cents: 249_018,
      execute_on,
      created_at: '2026-11-21T09:00:00.000Z',
    })
    const path = `${base}files/${body.slug}/`
    const first = await clerk.get(path)
    expect(first.headers.get('content-disposition')).toContain('SEPA-2026-0001.xml')
    expect(first.body).toContain(`<IBAN>${goodIban}</IBAN>`)
    expect(first.body).toContain('<CtrlSum>2490.18</CtrlSum>')
    expect(first.body).toContain('<Nm>Stiftung Musterstadt</Nm>')
    // Later changes do not affect a file that the bank may already have.
    await app.db.updateTable('organizations').set({ iban: 'DE02120300000000202051' }).execute()
    expect((await clerk.get(path)).bytes).toEqual(first.bytes)
    const items = await app.db.selectFrom('payment_file_items').selectAll().orderBy('position').execute()
    expect(items).toMatchObject([
      { payout_id: a.id, end_to_end_id: a.number, iban: goodIban, amount_cents: 64_018 },
      { payout_id: b.id, bic: 'BYLADEM1001', remittance: `${b.number} - B - Donation` },
    ])
    expect([await state(a.slug), await state(b.slug)]).toEqual(['exported', 'exported'])
    const { body: list } = await clerk.get(`${base}?state=exported`)
    expect(list.results[0].file).toEqual({ slug: body.slug, message_id: 'SEPA-2026-0001' })
    const downloads = await app.db
      .selectFrom('audit_events')
      .select(['object_type', 'object_title'])
      .where('action', '=', 'download')
      .orderBy('id')
      .execute()
    expect(downloads).toEqual([
      { object_type: 'payment_file', object_title: 'SEPA-2026-0001.xml' },
      { object_type: 'payment_file', object_title: 'SEPA-2026-0001.xml' },
    ])
    expect((await (await app.as(['view_payouts'])).get(path)).status).toBe(403)
    expect((await clerk.get(`${base}files/none/`)).status).toBe(404)
  },
)

test('a workbook holds the same payments with full IBANs', async () => {
  const a = await createPayout(app.db, { amount_cents: 64_018, title: 'A' })
  const { body } = await exportFile([a.slug], { format: 'xlsx' })
  const { bytes } = await clerk.get(`${base}files/${body.slug}/`)
  const [sheet, about] = (await readXlsx(bytes)).sheets
  expect(sheet!.rows[1]).toEqual([
    a.number,
    expect.stringMatching(/^Organization/),
    goodIban,
    null,
    640.18,
    `${a.number} - A - Donation`,
  ])
  expect(about!.rows).toContainEqual(['Control sum', '€640.18'])
})

test('a file repeats at most one exported payout, and only with a reason', async () => {
  const [a, b, c] = [await createPayout(app.db), await createPayout(app.db), await createPayout(app.db)]
  await exportFile([a.slug, b.slug])
  const twice = await refused([a.slug, c.slug])
  expect([twice.status, twice.body.code]).toEqual([409, 'already_exported'])
  expect(twice.body.blocking).toEqual([{ slug: a.slug, title: a.number, code: 'already_exported' }])
  const both = await refused([a.slug, b.slug], { again_reason: 'The bank refused the file' })
  expect([both.status, both.body.code]).toEqual([409, 'already_exported'])
  expect((await preview([a.slug, c.slug])).left_out).toMatchObject([{ code: 'already_exported' }])
  expect((await preview([a.slug, c.slug], { again_slug: a.slug })).payments).toMatchObject([
    { slug: a.slug, again: true },
    { slug: c.slug, again: false },
  ])
  const again = await exportFile([a.slug, c.slug], { again_reason: 'The bank refused the file' })
  expect([again.status, again.body.message_id]).toEqual([201, 'SEPA-2026-0002'])
  const event = await app.db
    .selectFrom('audit_events')
    .select('after')
    .where('action', '=', 'export_payout')
    .where('object_id', '=', a.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(event.after).toMatchObject({ file: 'SEPA-2026-0002', reason: 'The bank refused the file' })
})

test('repeating a call with its idempotency key creates one file', async () => {
  const { slug } = await createPayout(app.db)
  const headers = { 'idempotency-key': 'one-file-and-no-more' }
  const call = () => clerk.post(`${base}sepa-export/`, { payout_slugs: [slug], execute_on }, { headers })
  const first = await call()
  expect((await call()).body).toEqual(first.body)
  expect(await app.db.selectFrom('payment_files').select('id').execute()).toHaveLength(1)
})

test('two concurrent exports put a payout into only one file', async () => {
  const { slug } = await createPayout(app.db)
  const answers = await Promise.all([exportFile([slug]), exportFile([slug])])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
})

test.each([
  ['a weekend', '2026-11-22', 'Banks do not transfer on that day. The next one is 23.11.2026.'],
  ['Christmas', '2026-12-25', 'Banks do not transfer on that day. The next one is 28.12.2026.'],
  ['the past', '2026-11-20', 'The day cannot be in the past'],
  ['a far future', '2028-01-03', 'At most one year ahead'],
])('an execution day in %s is rejected at its field', async (_, day, message) => {
  const { slug } = await createPayout(app.db)
  const { status, body } = await refused([slug], { execute_on: day })
  expect([status, body]).toEqual([400, { execute_on: [message] }])
})

test('the paying account must exist and have an IBAN', async () => {
  const { slug } = await createPayout(app.db)
  expect((await refused([slug], { bank_account: 'other' })).body).toEqual({
    bank_account: ['There is no such account'],
  })
  await app.db.updateTable('bank_accounts').set({ iban: '' }).execute()
  expect(Object.keys((await refused([slug])).body)).toEqual(['bank_account'])
})

test("the paying account must have a name in the bank's character set", async () => {
  const { slug } = await createPayout(app.db)
  for (const holder of ['Фонд', '—', '\u200b']) {
    await app.db.updateTable('bank_accounts').set({ holder }).execute()
    expect(await refused([slug])).toMatchObject({
      status: 400,
      body: { bank_account: [expect.stringContaining('Enter it in Latin letters')] },
    })
  }
})

test('town and country of the paying account are required only for accounts outside the EEA', async () => {
  const swiss = await createPayout(app.db, { organization: { iban: 'CH93 0076 2011 6238 5295 7' } })
  const german = await createPayout(app.db)
  expect(await refused([swiss.slug, german.slug])).toMatchObject({
    status: 400,
    body: { bank_account: [expect.stringContaining('the payer’s town and country')] },
  })
  await app.db.updateTable('bank_accounts').set({ town: 'Łódź am See', country: 'DE' }).execute()
  const xmlOf = async (slug: string) => {
    const { body } = await exportFile([slug])
    return (await clerk.get(`${base}files/${body.slug}/`)).body as string
  }
  expect(await xmlOf(german.slug)).not.toContain('PstlAdr')
  expect((await xmlOf(swiss.slug)).replaceAll(/\s*\n\s*/g, '')).toContain(
    '<Dbtr><Nm>Stiftung Musterstadt</Nm><PstlAdr><TwnNm>Lodz am See</TwnNm><Ctry>DE</Ctry></PstlAdr></Dbtr>',
  )
})

test('an outdated control sum is rejected, with the current one in the response', async () => {
  const { slug } = await createPayout(app.db, { amount_cents: 500 })
  const { status, body } = await refused([slug], { expected_cents: 600 })
  expect([status, body.code, body.current]).toEqual([409, 'control_sum_changed', { control_sum_cents: 500 }])
})

test('a file of only paid payouts is refused, naming them', async () => {
  const { slug, number } = await createPayout(app.db, { paid_on: '2026-11-20' })
  const { status, body } = await refused([slug])
  expect([status, body.code, body.blocking]).toEqual([
    409,
    'payout_not_open',
    [{ slug, title: number, code: 'marked_paid' }],
  ])
})

test("nothing goes to a payee's old account while new bank details wait for a second person", async () => {
  const { slug, project_id } = await createPayout(app.db)
  await app.db
    .updateTable('approval_rules')
    .set({ enabled: true, from_cents: 0 })
    .where('act', '=', 'bank_details')
    .execute()
  const { organization, version } = await app.db
    .selectFrom('organizations')
    .innerJoin('projects', 'projects.organization_id', 'organizations.id')
    .select(['organizations.slug as organization', 'organizations.version'])
    .where('projects.id', '=', project_id)
    .executeTakeFirstOrThrow()
  const staff = await app.as(['change_organizations'])
  const path = `/api/v4/organization/${organization}/`
  const proposed = await staff.patch(path, { iban: 'DE02120300000000202051', version })
  expect(proposed.status).toBe(202)
  const waits = await preview([slug])
  expect(waits.payments).toEqual([])
  expect(waits.left_out).toMatchObject([
    { code: 'details_waiting', text: 'new bank details wait for a second person' },
  ])
  const second = await app.as(['change_organizations'])
  expect((await second.post(`/api/v4/approvals/${proposed.body.approval.id}/approve/`)).status).toBe(200)
  expect((await preview([slug])).payments).toMatchObject([{ iban: 'DE02 1203 0000 0000 2020 51' }])
})
