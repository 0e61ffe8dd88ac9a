import { beforeEach, describe, expect, test } from 'vitest'
import { noticePdf } from '#features/demo/server/notice-pdf.ts'
import { documentsPath as path, givenDocument } from '#test/documents.ts'
import { type Client, useApp } from '#test/app.ts'
import { createOrganization } from '#test/factories.ts'

const app = useApp({ now: '2026-11-23T09:00:00Z' })
let staff: Client
let organization: { id: number; slug: string }
beforeEach(async () => {
  staff = await app.as('superuser')
  organization = await createOrganization(app.db, {
    title: 'Kulturwerk',
    exemption_kind: 'none',
    exemption_date: null,
  })
})

const notice = (fields: Record<string, string> = {}, name = 'Bescheid.pdf') =>
  givenDocument(
    staff,
    { type: 'exemption_notice', target_type: 'organization', target_id: organization.id, ...fields },
    { name },
  )
const change = (row: { slug: string; version: number }, body: object, client = staff) =>
  client.patch(`${path}${row.slug}/`, { version: row.version, ...body })
const record = async () => (await staff.get(`/api/v4/organization/${organization.slug}/`)).body
const proof = async () => {
  const { exemption_kind, exemption_date, exemption_ends_on, exemption_valid_until } = await record()
  return [exemption_kind, exemption_date, exemption_ends_on, exemption_valid_until]
}

describe('days of a notice', () => {
  test('an issue day gives the document its end and the organization its proof', async () => {
    const answer = await change(await notice(), { issued_on: '2026-10-14' })
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { issued_on: '2026-10-14', expires_on: '2031-10-14', expires_typed: false, state: 'valid', version: 2 },
    ])
    expect(await proof()).toEqual(['notice', '2026-10-14', null, '2031-10-14'])
    const log = (await staff.get(`/api/v4/document-logs/?slug=${answer.body.slug}`)).body.results
    expect(log[0]).toMatchObject({ action: 'change', action_display: 'Changed' })
  })

  test('a corrected issue day replaces the wrong one even when it is older', async () => {
    const row = await notice({ issued_on: '2026-10-14' })
    await change(row, { issued_on: '2024-10-14' })
    expect(await proof()).toEqual(['notice', '2024-10-14', null, '2029-10-14'])
  })

  test("an older notice's day does not change a newer proof, and neither does a superseded notice", async () => {
    await staff.patch(`/api/v4/organization/${organization.slug}/`, {
      version: (await record()).version,
      exemption_kind: 'notice',
      exemption_date: '2026-01-01',
    })
    const old = await notice()
    await change(old, { issued_on: '2021-01-01' })
    expect((await proof())[1]).toBe('2026-01-01')
    const row = (await staff.get(`${path}${old.slug}/`)).body
    await notice({}, 'next.pdf')
    const superseded = (await staff.get(`${path}${old.slug}/`)).body
    expect(superseded.version).toBeGreaterThan(row.version)
    expect((await change(superseded, { issued_on: '2026-11-01' })).status).toBe(200)
    expect((await proof())[1]).toBe('2026-01-01')
  })

  test('a typed last day shortens the proof, and null restores the legal one', async () => {
    const row = await notice({ issued_on: '2024-10-14', expires_on: '2026-10-31' })
    expect(row).toMatchObject({ expires_on: '2026-10-31', expires_typed: true, state: 'expired' })
    expect(await proof()).toEqual(['notice', '2024-10-14', '2026-10-31', '2026-10-31'])
    expect((await record()).is_notice_of_exemption_expired).toBe(true)
    const expired = await staff.get('/api/v4/organizations/?proof_status=expired')
    expect(expired.body.results.map(({ slug }: { slug: string }) => slug)).toEqual([organization.slug])
    const { body } = await change(row, { expires_on: null })
    expect(body).toMatchObject({ expires_on: '2029-10-14', expires_typed: false })
    expect(await proof()).toEqual(['notice', '2024-10-14', null, '2029-10-14'])
    expect((await staff.get('/api/v4/organizations/?proof_status=expired')).body.count).toBe(0)
  })

  test('a typed last day beyond the legal one does not extend the proof', async () => {
    await notice({ issued_on: '2024-10-14', expires_on: '2040-01-01' })
    expect((await proof())[3]).toBe('2029-10-14')
  })

  test('a new proof date removes the shortened end', async () => {
    await notice({ issued_on: '2024-10-14', expires_on: '2026-10-31' })
    const { version } = await record()
    const address = `/api/v4/organization/${organization.slug}/`
    await staff.patch(address, { version, exemption_date: '2025-01-01' })
    expect(await proof()).toEqual(['notice', '2025-01-01', null, '2030-01-01'])
  })
})

describe('a refused change changes nothing', () => {
  test.each([
    [{ issued_on: '2026-11-24' }, 'issued_on'],
    [{ issued_on: '14.10.2026' }, 'issued_on'],
    [{ issued_on: '2026-10-14', expires_on: '2026-10-13' }, 'expires_on'],
    [{ filename: 'x.pdf' }, 'filename'],
  ])('%j', async (body, field) => {
    const row = await notice()
    const answer = await change(row, body)
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]])
    expect((await staff.get(`${path}${row.slug}/`)).body).toEqual(row)
  })

  test('a stale version is an edit conflict, and the days of a generated document cannot be changed', async () => {
    const row = await notice()
    const stale = await change({ ...row, version: 7 }, { issued_on: '2026-01-01' })
    expect([stale.status, stale.body.code]).toEqual([409, 'edit_conflict'])
    await app.db.updateTable('documents').set({ source: 'generated' }).where('id', '=', row.id).execute()
    const made = await change(row, { issued_on: '2026-01-01' })
    expect([made.status, made.body.code]).toEqual([409, 'generated_days'])
    expect(await proof()).toEqual(['none', null, null, null])
  })

  test('an earlier end requires a dated proof and must not precede its date', async () => {
    const address = `/api/v4/organization/${organization.slug}/`
    const { version } = await record()
    const without = await staff.patch(address, { version, exemption_ends_on: '2026-01-01' })
    expect([without.status, Object.keys(without.body)]).toEqual([400, ['exemption_ends_on']])
    const before = await staff.patch(address, {
      version,
      exemption_kind: 'notice',
      exemption_date: '2026-02-01',
      exemption_ends_on: '2026-01-01',
    })
    expect([before.status, Object.keys(before.body)]).toEqual([400, ['exemption_ends_on']])
  })
})

describe("effects of a document's days", () => {
  const effects = async (slug: string, query = '') =>
    (await staff.get(`${path}${slug}/effects/${query}`)).body

  test('preview the validity, the superseded document and the task days without saving them', async () => {
    await notice({ issued_on: '2021-02-02' }, 'Bescheid_2021.pdf')
    const row = await notice({}, 'Bescheid_2026.pdf')
    expect(await effects(row.slug, '?issued_on=2026-10-14')).toEqual({
      valid_until: '2031-10-14',
      months: 60,
      supersedes: 'Bescheid_2021.pdf',
      task_days: ['2031-07-16', '2031-09-14', '2031-10-14'],
    })
    expect(await effects(row.slug)).toMatchObject({ valid_until: null, months: null, task_days: [] })
    expect(await effects(row.slug, '?issued_on=2026-10-14&expires_on=2027-01-31')).toMatchObject({
      valid_until: '2027-01-31',
      months: null,
    })
    expect((await staff.get(`${path}${row.slug}/`)).body).toEqual(row)
  })

  test('a § 60a finding is valid for three years', async () => {
    const row = await notice({ kind: 'art60a' })
    expect(await effects(row.slug, '?issued_on=2026-10-14')).toMatchObject({
      valid_until: '2029-10-14',
      months: 36,
    })
  })
})

describe("values found in a document's text", () => {
  const text = {
    office: 'Finanzamt Hohenfels',
    street: 'Schlossplatz 4',
    town: '72999 Hohenfels',
    day: '14.10.2026',
    number: '42099/01234',
    phone: '07400 555-0',
    organization: 'Kulturwerk',
    address: ['Gerbergasse 7', '72999 Hohenfels'],
    years: '2023 bis 2025',
    purpose: 'Förderung des Sports (§ 52 Abs. 2 Satz 1 Nr. 21 AO)',
  }
  const given = async (type: string) => {
    const target = { target_type: 'organization', target_id: organization.id }
    const { slug } = await givenDocument(staff, { type, ...target }, { bytes: await noticePdf(text) })
    return (await staff.get(`${path}${slug}/findings/`)).body
  }

  test('they are suggested for a notice and never applied automatically', async () => {
    const findings = await given('exemption_notice')
    expect(findings.fields.map(({ field }: { field: string }) => field)).toEqual([
      'issued_on',
      'tax_number',
      'tax_office',
      'period',
      'purposes',
    ])
    expect(findings.fields[0].candidates[0]).toMatchObject({ value: '2026-10-14', page: 1 })
    expect(await proof()).toEqual(['none', null, null, null])
  })

  test('they are not searched for in other documents; a damaged file is 409', async () => {
    expect(await given('other')).toEqual({ has_text: true, fields: [] })
    const row = await notice()
    const { sha256 } = await app.db
      .selectFrom('documents')
      .select('sha256')
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow()
    await app.services.files.contents.remove(sha256)
    const answer = await staff.get(`${path}${row.slug}/findings/`)
    expect([answer.status, answer.body.code]).toEqual([409, 'file_damaged'])
  })
})
