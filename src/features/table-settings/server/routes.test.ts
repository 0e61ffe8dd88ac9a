import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { hideableColumns } from '#shared/lists/list-record.ts'
import { lists } from '../tables.ts'

const app = useApp()
let person: Client
beforeEach(async () => void (person = await app.as([])))
const path = '/api/v4/table-settings/projects/'

test('the columns are those of the lists, and no key contains the character that joins them', async () => {
  for (const list of lists) {
    const { body } = await person.get(`/api/v4/table-settings/${list.table}/`)
    expect(Object.keys(body.table_fields)).toEqual(hideableColumns(list))
  }
  const keys = lists.flatMap((list) => Object.keys(list.columns))
  expect(keys.filter((key) => key.includes('/') || key === '')).toEqual([])
})

test('the columns come with their headings in the language of the caller', async () => {
  const { status, body } = await person.get('/api/v4/table-settings/organizations/', { locale: 'du_DE' })
  expect(status).toBe(200)
  expect(body.hidden_fields).toEqual([])
  expect(body.table_fields).toMatchObject({
    proof_status: 'Nachweisstatus',
    voting_review_status: 'Voting-Prüfung',
  })
})

test('hidden columns are kept per person and table, and the answer is the new settings', async () => {
  const saved = await person.patch(path, { projects: 'status/funding_type' })
  expect(saved.status).toBe(200)
  expect(saved.body.hidden_fields).toEqual(['status', 'funding_type'])
  expect((await person.get(path)).body).toEqual(saved.body)
  const other = await app.as([])
  expect((await other.get(path)).body.hidden_fields).toEqual([])
  expect((await person.get('/api/v4/table-settings/organizations/')).body.hidden_fields).toEqual([])
  expect((await person.patch(path, { projects: '' })).body.hidden_fields).toEqual([])
  const events = await app.db
    .selectFrom('audit_events')
    .select(['object_title', 'after'])
    .orderBy('id')
    .execute()
  expect(events.map((event) => event.after)).toEqual([
    { hidden_fields: ['status', 'funding_type'] },
    { hidden_fields: [] },
  ])
})

test('an unknown table is 404, an unknown column or key 400, and nothing changes', async () => {
  await person.patch(path, { projects: 'status' })
  for (const table of ['nothing', 'constructor', '__proto__'])
    expect((await person.get(`/api/v4/table-settings/${table}/`)).status).toBe(404)
  expect((await person.patch('/api/v4/table-settings/nothing/', { nothing: '' })).status).toBe(404)
  const refused = async (body: unknown) => {
    const answer = await person.patch(path, body)
    return [answer.status, Object.keys(answer.body)]
  }
  expect(await refused({ projects: 'status/colour' })).toEqual([400, ['projects']])
  expect(await refused({ projects: '/' })).toEqual([400, ['projects']])
  expect(await refused({ projects: ['status'] })).toEqual([400, ['projects']])
  expect(await refused({})).toEqual([400, ['projects']])
  expect(await refused({ projects: '', organizations: 'status' })).toEqual([400, ['organizations']])
  expect((await person.get(path)).body.hidden_fields).toEqual(['status'])
})

test('a column that no longer exists is dropped from the hidden ones', async () => {
  await app.db
    .insertInto('table_settings')
    .values({
      user_id: person.userId,
      table_name: 'projects',
      hidden_fields: ['gone', 'status'],
      updated_at: app.clock.now,
    })
    .execute()
  expect((await person.get(path)).body.hidden_fields).toEqual(['status'])
})

test('keeps the later of two layouts saved from two tabs', async () => {
  const layout = `${path}layout/`
  const layouts = ['status', 'proof', 'money', 'status', 'proof', 'money'].map((column) => ({
    columns: [column],
    widths: {},
  }))
  const answers = await Promise.all(layouts.map((body) => person.call('PUT', layout, { body })))
  expect(answers.map(({ status }) => status)).toEqual(layouts.map(() => 200))
  expect(layouts).toContainEqual((await person.get(layout)).body)
})

test('a layout saves a person’s order, optional columns and widths; null resets it', async () => {
  const layout = `${path}layout/`
  const nothing = { columns: null, widths: {} }
  expect((await person.get(layout)).body).toEqual(nothing)
  const put = (body: unknown) => person.call('PUT', layout, { body })
  const chosen = { columns: ['proof', 'money', 'status'], widths: { money: 240 } }
  expect((await put(chosen)).body).toEqual(chosen)
  expect((await person.get(layout)).body).toEqual(chosen)
  expect((await (await app.as([])).get(layout)).body).toEqual(nothing)
  // Only the other call changes hidden columns.
  expect((await person.get(path)).body.hidden_fields).toEqual([])
  for (const [body, field] of [
    [{ columns: ['colour'] }, 'columns'],
    [{ columns: ['title'] }, 'columns'],
    [{ columns: ['status', 'status'] }, 'columns'],
    [{ columns: ['status'], widths: { colour: 100 } }, 'widths'],
    [{ columns: ['status'], widths: { status: 10 } }, 'widths.status'],
  ] as const) {
    const refused = await put(body)
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, [field]])
  }
  expect((await person.get(layout)).body).toEqual(chosen)
  expect((await put({ columns: null })).body).toEqual(nothing)
  expect((await person.get('/api/v4/table-settings/nothing/layout/')).status).toBe(404)
})
