import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { readXlsx } from 'hucre'
import { texts } from '#app/texts.ts'
import { importFields } from '#features/imports/columns/fields.ts'
import { textLimits } from '#features/imports/rules.ts'
import { changesOf } from '#features/history/describe.ts'
import { organizationRecord } from '#features/organizations/fields.ts'
import { projectRecord } from '#features/projects/fields.ts'
import { textOf } from '#server/base/texts.ts'
import {
  type FieldRecord,
  fieldsOf,
  longestOf,
  type RecordDeclaration,
} from '#shared/records/define-record.ts'
import { type Client, useApp } from './app.ts'
import { createOrganization, createProject } from './factories.ts'

const app = useApp({ resets: false })
let staff: Client
beforeAll(async () => {
  staff = await app.as('superuser')
  const created_at = app.clock.now
  await app.db
    .insertInto('internal_statuses')
    .values(
      ['organization', 'project'].map((subject) => ({
        subject,
        slug: 'callback',
        title: 'Callback',
        created_at,
      })),
    )
    .execute()
  await app.db
    .insertInto('individual_bank_accounts')
    .values({ slug: 'own-account', title: 'Own account', iban: 'DE89370400440532013000', created_at })
    .execute()
  await createOrganization(app.db, { slug: 'other-organization' })
})

/** Values that a field's check takes; any text will do for the others. */
const examples: Readonly<Record<string, unknown>> = {
  website: 'https://example.org',
  phone: '+49 731 12345',
  postcode: '89073',
  country: 'AT',
  bic: 'COBADEFFXXX',
  organization_slug: 'other-organization',
  individual_bank_account: 'own-account',
  internal_status: 'callback',
  needs: [{ title: 'Piano', amount_cents: 5000 }],
}

function example(key: string, field: FieldRecord, before: unknown): unknown {
  if (key in examples) return examples[key]
  if (field.kind === 'email') return 'new@example.org'
  if (field.kind === 'iban') return 'DE89370400440532013000'
  if (field.kind === 'day') return '2025-05-01'
  if (field.kind === 'flag') return true
  if (field.kind !== 'choice') return 'Changed'
  const value = Object.keys(field.values).find((each) => each !== String(before))!
  return typeof field.initial === 'number' ? Number(value) : value
}

/** A field as an answer has it, in the form in which it is sent. */
function sentForm(key: string, answer: Record<string, unknown>): unknown {
  if (key === 'organization_slug') return (answer.organization as { slug: string }).slug
  const value = answer[key]
  if (key === 'needs')
    return (value as { title: string; amount_cents: number }[]).map(({ title, amount_cents }) => ({
      title,
      amount_cents,
    }))
  if (value === null || typeof value !== 'object') return value
  return 'choice' in value ? value.choice : (value as { slug: string }).slug
}

const words = {
  locale: 'en_US' as const,
  of: (key: string) => textOf('en_US', key),
  has: (key: string) => key in texts,
  fields: [],
}

async function exportedRow(record: RecordDeclaration, id: string, who = staff) {
  const path = `/api/v4/${record.table}/export/?set=everything`
  const answer = await who.get(path)
  expect(answer.status).toBe(200)
  const [header, ...rows] = (await readXlsx(answer.bytes)).sheets[0]!.rows as unknown[][]
  const found = rows.find((row) => row[header!.indexOf(words.of('exports.fields.slug'))] === id)!
  return Object.fromEntries(header!.map((name, at) => [name as string, found[at]]))
}

const made = (record: RecordDeclaration) =>
  record.name === 'project' ? createProject(app.db) : createOrganization(app.db)

describe.each([organizationRecord, projectRecord] as RecordDeclaration[])('$name', (record) => {
  const path = (slug: string) => `/api/v4/${record.name}/${slug}/`
  const read = async (slug: string) => (await staff.get(path(slug))).body

  test.each(fieldsOf(record))(
    '%s is saved, shown in the history, exported, copied and undone as declared',
    async (key, field) => {
      const { slug } = await made(record)
      const before = await read(slug)
      const cellsBefore = await exportedRow(record, slug)
      const value = example(key, field, sentForm(key, before))
      expect(sentForm(key, before)).not.toEqual(value)

      const saved = await staff.patch(path(slug), { [key]: value, version: before.version })
      expect([saved.status, saved.body.code]).toEqual([200, undefined])
      expect(sentForm(key, await read(slug))).toEqual(value)

      const [event] = (await staff.get(`${path(slug)}history/`)).body.results
      const told = changesOf(event, record, words).find((change) => change.field === words.of(field.label))!
      expect(told).toBeDefined()
      expect(words.has(field.label)).toBe(true)
      expect(told.before).not.toBe(told.after)

      const cells = await exportedRow(record, slug)
      const heading = words.of(field.exportHeading ?? field.label)
      const others = Object.keys(cells).filter((name) => name !== words.of('exports.fields.updated_at'))
      if (field.exported === 'own_column') expect(cells[heading]).not.toEqual(cellsBefore[heading])
      if (field.exported === 'list_column')
        expect(others.filter((name) => String(cells[name]) !== String(cellsBefore[name]))).not.toEqual([])

      if (record.name === 'project') {
        const copy = await staff.post('/api/v4/projects/duplicate/', { project_slugs: [slug] })
        const copied = sentForm(key, await read(copy.body.duplicated[0].slug))
        if (key === 'title') expect(copied).toContain(value)
        else if (field.copied) expect(copied).toEqual(value)
        else if (field.kind !== 'choice') expect(copied).not.toEqual(value)
      }

      const undone = await staff.post(`${path(slug)}history/${event.id}/undo/`, {})
      if (field.undo === 'second_person')
        expect([undone.status, undone.body.code]).toEqual([409, 'undo_money'])
      else {
        expect([undone.status, undone.body.code]).toEqual([200, undefined])
        expect(sentForm(key, await read(slug))).toEqual(sentForm(key, before))
      }
    },
  )

  const guarded = fieldsOf(record).filter(([, { personal, right }]) => personal ?? right)
  test('hides what people have no right to see', async () => {
    const { slug } = await made(record)
    const { version } = await read(slug)
    const body = Object.fromEntries(guarded.map(([key, field]) => [key, example(key, field, '')]))
    expect((await staff.patch(path(slug), { ...body, version })).status).toBe(200)
    const guest = await app.as(['view_organizations', 'view_projects', 'export_data'])
    const shown = (await guest.get(path(slug))).body
    const cells = await exportedRow(record, slug, guest)
    for (const [key, { personal, right, exportHeading, label }] of guarded) {
      if (personal) expect([key, shown[key]]).toEqual([key, personal.masked(body[key] as string)])
      if (right) expect(cells).not.toHaveProperty([words.of(exportHeading ?? label)])
    }
  })

  test('an import accepts its fields with the same text limits as the record', () => {
    for (const [key, field] of fieldsOf(record)) {
      if (field.importedAs === undefined) continue
      expect([key, importFields]).toEqual([key, expect.arrayContaining([field.importedAs])])
      const longest = longestOf(field)
      if (longest !== undefined)
        expect((textLimits as Record<string, number>)[field.importedAs]).toBe(longest)
    }
  })

  test('every field belongs to exactly one section of the form', () => {
    const placed = Object.values(record.sections).flatMap(({ fields }) => fields)
    expect(placed.toSorted()).toEqual(Object.keys(record.fields).toSorted())
  })

  test('every column of the table is a field or declared as the record’s own', async () => {
    const { rows } = await sql<{ column: string }>`
      select column_name as column from information_schema.columns
      where table_schema = current_schema() and table_name = ${record.table}`.execute(app.db)
    const stored = fieldsOf(record).flatMap(([key, { kind }]) =>
      kind === 'reference' || kind === 'own' ? [] : [key],
    )
    expect(rows.map(({ column }) => column).toSorted()).toEqual([...stored, ...record.ownColumns].toSorted())
  })
})
