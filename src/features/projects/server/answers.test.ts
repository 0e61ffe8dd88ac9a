import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#shared/dates.ts'
import { findAnswerCountDifferences } from '#features/additional-fields/server/counts.ts'
import { type Client, useApp } from '#test/app.ts'
import { createOrganization, createProject } from '#test/factories.ts'
import { fieldsPath, question } from '#test/questions.ts'
import { runs } from '#test/runs.ts'

const app = useApp()
let staff: Client
beforeEach(async () => {
  staff = await app.as('superuser')
  await staff.post(fieldsPath, question('age', 'choice', { choices: ['young', 'old'] }))
  await staff.post(fieldsPath, question('story', 'paragraph'))
  await staff.post(fieldsPath, question('nickname', 'text'))
  await staff.post(fieldsPath, question('children', 'number', { step: 'needs' }))
  await staff.post(fieldsPath, question('own_share', 'amount', { step: 'financing' }))
  await staff.post(fieldsPath, question('opening', 'day', { step: 'dates' }))
  await staff.post(fieldsPath, question('is_new', 'boolean'))
})

const address = (slug: string) => `/api/v4/project/${slug}/`
const read = async (slug: string) => (await staff.get(address(slug))).body
const save = (slug: string, additional: object, version = 1) =>
  staff.patch(address(slug), { additional, version })
const slugsOf = async (query: string) =>
  ((await staff.get(`/api/v4/projects/?page_size=100&${query}`)).body.results as { slug: string }[])
    .map(({ slug }) => slug)
    .toSorted()
const countOf = async (query: string) => (await staff.get(`/api/v4/projects/count/?${query}`)).body.count
const labels = (en_US: string) => ({ en_US, du_DE: en_US, sie_DE: en_US })

const whole = {
  age: 'old',
  story: 'First line\nsecond line',
  nickname: 'Löwe',
  children: 12,
  own_share: 125_000,
  opening: '2026-12-24',
  is_new: false,
}

describe('answers', () => {
  test('answers of every type are saved, read back and named by their question in the history', async () => {
    const { slug, id } = await createProject(app.db)
    const saved = await save(slug, { ...whole, nickname: ' Löwe  ' })
    expect([saved.status, saved.body.additional, saved.body.version]).toEqual([200, whole, 2])
    expect((await read(slug)).additional).toEqual(whole)
    const again = await save(slug, whole, 2)
    expect(again.body.version).toBe(2)
    await save(slug, { children: null, age: 'young' }, 2)
    const { children: _gone, ...left } = whole
    expect((await read(slug)).additional).toEqual({ ...left, age: 'young' })
    const { results } = (await staff.get(`${address(slug)}history/`)).body
    expect(results[0]).toMatchObject({
      action: 'change',
      before: { 'additional.children': 12, 'additional.age': 'old' },
      after: { 'additional.children': null, 'additional.age': 'young' },
      can_undo: true,
    })
    const event = await app.db
      .selectFrom('audit_events')
      .select('after')
      .where('object_type', '=', 'project')
      .where('object_id', '=', id)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    expect(event.after).toEqual(
      Object.fromEntries(Object.entries(whole).map(([key, value]) => [`additional.${key}`, value])),
    )
  })

  test('invalid answers are rejected at their field, and nothing is saved', async () => {
    const { slug } = await createProject(app.db)
    const refusals: [answers: object, key: string, message: string][] = [
      [{ age: 'middle' }, 'age', 'Choose one of the offered values'],
      [{ children: 1.5 }, 'children', 'Enter a whole number'],
      [{ children: -1 }, 'children', 'At least 0'],
      [{ children: 1e12 }, 'children', 'At most 999,999,999,999'],
      [{ own_share: '12' }, 'own_share', 'Enter a whole number'],
      [{ opening: '24.12.2026' }, 'opening', expect.any(String)],
      [{ opening: '2026-02-30' }, 'opening', expect.any(String)],
      [{ is_new: 'yes' }, 'is_new', 'This value is not valid'],
      [{ nickname: 'a\nb' }, 'nickname', 'This value is not valid'],
      [{ nickname: 'x'.repeat(501) }, 'nickname', 'At most 500 characters'],
      [{ unheard: 'of' }, 'unheard', 'Unknown field'],
    ]
    for (const [answers, key, message] of refusals) {
      const refused = await staff.patch(address(slug), { title: 'Other', additional: answers, version: 1 })
      expect([refused.status, refused.body]).toEqual([400, { [`additional.${key}`]: [message] }])
    }
    expect(await read(slug)).toMatchObject({ version: 1, additional: {} })
  })

  test('cannot be removed when they are required, and a new project’s form needs them', async () => {
    const required = await staff.patch(`${fieldsPath}children/`, { required: true, version: 1 })
    expect(required.body.required).toBe(true)
    const { slug: organization_slug } = await createOrganization(app.db)
    const plain = { title: 'Stage', organization_slug, funding_type: 1 }
    const refused = await staff.post('/api/v4/projects/', { ...plain, additional: { age: 'old' } })
    expect([refused.status, refused.body]).toEqual([
      400,
      { 'additional.children': ['This field is required'] },
    ])
    const made = await staff.post('/api/v4/projects/', { ...plain, additional: { children: 0 } })
    expect([made.status, made.body.additional]).toEqual([201, { children: 0 }])
    // Clients that send no additional fields can still create projects.
    const older = await staff.post('/api/v4/projects/', plain)
    expect([older.status, older.body.additional]).toEqual([201, {}])
    const taken = await save(made.body.slug, { children: null })
    expect([taken.status, taken.body]).toEqual([400, { 'additional.children': ['This field is required'] }])
  })

  test('stay when a field is switched off, which is then no longer asked for', async () => {
    const { slug } = await createProject(app.db)
    await save(slug, { age: 'old' })
    await staff.patch(`${fieldsPath}age/`, { active: false, version: 1 })
    expect((await read(slug)).additional).toEqual({ age: 'old' })
    const refused = await save(slug, { age: 'young' }, 2)
    expect([refused.status, refused.body]).toEqual([
      400,
      { 'additional.age': ['This field is no longer asked'] },
    ])
    expect(await slugsOf('additional.age=old')).toEqual([slug])
    const layout = await staff.call('PUT', '/api/v4/table-settings/projects/layout/', {
      body: { columns: ['status', 'additional.age'] },
    })
    expect([layout.status, layout.body]).toEqual([400, { columns: [expect.any(String)] }])
  })

  test('are undone one change at a time, and not once they have changed again', async () => {
    const { slug } = await createProject(app.db)
    await save(slug, { age: 'old', nickname: 'Löwe' })
    await save(slug, { age: 'young' }, 2)
    const history = async () => (await staff.get(`${address(slug)}history/`)).body.results
    const [second, first] = await history()
    const refused = await staff.post(`${address(slug)}history/${first.id}/undo/`)
    expect([refused.status, refused.body.code]).toEqual([409, 'undo_changed'])
    expect(refused.body.detail).toContain('age?')
    const undone = await staff.post(`${address(slug)}history/${second.id}/undo/`)
    expect([undone.status, undone.body.additional]).toEqual([200, { age: 'old', nickname: 'Löwe' }])
    await staff.post(`${address(slug)}history/${first.id}/undo/`)
    expect((await read(slug)).additional).toEqual({})
  })

  test('are copied with the project, except answers to inactive fields', async () => {
    const { slug } = await createProject(app.db)
    await save(slug, whole)
    await staff.patch(`${fieldsPath}age/`, { active: false, version: 1 })
    const { duplicated } = (await staff.post('/api/v4/projects/duplicate/', { project_slugs: [slug] })).body
    const { age: _off, ...asked } = whole
    expect((await read(duplicated[0].slug)).additional).toEqual(asked)
    expect(await findAnswerCountDifferences(app.db)).toEqual([])
  })

  test('go with their project', async () => {
    const { slug, title } = await createProject(app.db)
    await save(slug, whole)
    expect((await staff.delete(address(slug), { confirm_title: title })).status).toBe(204)
    expect(await findAnswerCountDifferences(app.db)).toEqual([])
    expect((await staff.delete(`${fieldsPath}age/`)).status).toBe(204)
  })

  test('need the right to change projects', async () => {
    const { slug } = await createProject(app.db)
    const reader = await app.as(['view_projects'])
    const refused = await reader.patch(address(slug), { additional: { age: 'old' }, version: 1 })
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('change_projects')])
  })
})

describe('in the list', () => {
  test('rows contain the answers, long ones truncated; an export contains them in full', async () => {
    const { slug } = await createProject(app.db)
    const story = 'y'.repeat(4999)
    await save(slug, { story, age: 'young', own_share: 125_050, opening: '2026-12-24', is_new: true })
    const [row] = (await staff.get('/api/v4/projects/')).body.results
    expect(row.additional).toEqual({
      story: 'y'.repeat(200),
      age: 'young',
      own_share: 125_050,
      opening: '2026-12-24',
      is_new: true,
    })
    const columns = ['age', 'own_share', 'opening', 'is_new', 'story', 'children']
      .map((key) => `additional.${key}`)
      .join(',')
    const file = await staff.get(
      `/api/v4/projects/export/?format=xlsx&columns=${columns}&additional.age=young&additional.own_share=100..`,
    )
    expect(file.status).toBe(200)
    const [sheet, about] = (await readXlsx(file.bytes)).sheets
    expect(sheet!.rows[0]!.slice(2)).toEqual([
      'age?',
      'own_share?',
      'opening?',
      'is_new?',
      'story?',
      'children?',
    ])
    expect(sheet!.rows[1]!.slice(2)).toEqual([
      'young',
      1250.5,
      new Date('2026-12-24T00:00:00Z'),
      'Yes',
      story,
      null,
    ])
    const told = about!.rows.map(([name, value]) => `${String(name)}=${String(value)}`)
    expect(told).toContain('Filter: age?=young')
    expect(told.find((line) => line.startsWith('Filter: own_share?='))).toContain('1.00')
    const everything = await staff.get('/api/v4/projects/export/?format=xlsx&set=everything')
    const [header] = (await readXlsx(everything.bytes)).sheets[0]!.rows
    expect(header!.slice(-7)).toEqual(
      ['age', 'story', 'nickname', 'is_new', 'own_share', 'children', 'opening'].map((key) => `${key}?`),
    )
    const unknown = await staff.get('/api/v4/projects/export/?format=xlsx&columns=status,additional.unheard')
    expect([unknown.status, unknown.body]).toEqual([400, { columns: [expect.any(String)] }])
  })

  test('a layout may include answer columns', async () => {
    const columns = ['status', 'additional.age']
    const laid = await staff.call('PUT', '/api/v4/table-settings/projects/layout/', {
      body: { columns, widths: { 'additional.age': 160 } },
    })
    expect([laid.status, laid.body.columns]).toEqual([200, columns])
    await staff.delete(`${fieldsPath}age/`)
    const left = await staff.get('/api/v4/table-settings/projects/layout/')
    expect(left.body).toEqual({ columns: ['status'], widths: {} })
    const other = await staff.call('PUT', '/api/v4/table-settings/emails/layout/', { body: { columns } })
    expect(other.status).toBe(400)
  })

  test('an unknown filter is rejected by name on every route', async () => {
    const wrong: [query: string, field: string][] = [
      ['additional.unheard=x', 'additional.unheard'],
      ['additional.age=middle', 'additional.age'],
      ['additional.children=many', 'additional.children'],
      ['additional.opening=1..2..3', 'additional.opening'],
      ['additional.nickname=Löwe', 'additional.nickname'],
      ['not=additional.unheard', 'additional.unheard'],
      ['other.age=old', 'other.age'],
    ]
    for (const [query, field] of wrong)
      for (const path of ['', 'count/', 'blocking/', 'filters/status/', 'export/']) {
        const refused = await staff.get(`/api/v4/projects/${path}?${query}`)
        expect([path, refused.status, Object.keys(refused.body)]).toEqual([path, 400, [field]])
      }
    // A list without additional fields rejects such a filter.
    expect((await staff.get('/api/v4/organizations/?additional.age=old')).status).toBe(400)
  })

  test('a view that filters by a field has a count until the field is deleted', async () => {
    const { slug } = await createProject(app.db)
    await save(slug, { age: 'old' })
    const view = await staff.post('/api/v4/projects/views/', { title: 'Old', query: 'additional.age=old' })
    expect([view.status, view.body.count]).toEqual([201, 1])
    await save(slug, { age: null }, 2)
    await staff.delete(`${fieldsPath}age/`)
    const views = (await staff.get('/api/v4/projects/views/')).body as {
      slug: string
      count: number | null
    }[]
    expect(views.find((one) => one.slug === view.body.slug)!.count).toBeNull()
  })

  test('each choice is listed with its count under the other filters', async () => {
    const [one, two] = [await createProject(app.db), await createProject(app.db, { status: 1 })]
    await createProject(app.db, { status: 1 })
    await createProject(app.db, { status: 3 })
    await save(one.slug, { age: 'old' })
    await save(two.slug, { age: 'young' })
    const values = async (query: string) =>
      Object.fromEntries(
        (
          (await staff.get(`/api/v4/projects/filters/additional.age/?${query}`)).body.values as {
            value: string
            count: number
          }[]
        ).map(({ value, count }) => [value, count]),
      )
    expect(await values('exclude_status=archived')).toEqual({ young: 1, old: 1, given: 2, none: 1 })
    expect(await values('additional.age=old')).toEqual({ young: 1, old: 1, given: 2, none: 2 })
    expect(await values('status=complete')).toEqual({ young: 0, old: 1, given: 1, none: 0 })
    expect((await staff.get('/api/v4/projects/filters/additional.unheard/')).status).toBe(400)
  })

  test('selecting all matches of an answer filter takes exactly the projects with that answer', async () => {
    const [one, two] = [await createProject(app.db, { status: 1 }), await createProject(app.db)]
    await save(one.slug, { age: 'old' })
    await save(two.slug, { age: 'young' })
    const archived = await staff.post('/api/v4/projects/archive/', {
      selection: { query: 'additional.age=old', exclude: [], expected_count: 1 },
    })
    expect(archived.body).toEqual({ archived: [one.slug], gone: [] })
    expect(await countOf('additional.age=old&archived=true')).toBe(1)
    expect(await countOf('additional.age=old&exclude_status=archived')).toBe(0)
    expect(await findAnswerCountDifferences(app.db)).toEqual([])
  })
})

const answered = fc.record({
  age: fc.constantFrom(null, 'young', 'old'),
  children: fc.constantFrom(null, 0, 5, 10, 10_000),
  opening: fc.constantFrom(null, -3, 0, 3),
  nickname: fc.constantFrom(null, 'Löwe'),
  is_new: fc.constantFrom(null, true, false),
  own_share: fc.constantFrom(null, 0, 100),
  status: fc.constantFrom(1, 2, 3),
})
const asking = fc.record({
  filter: fc.constantFrom(
    'age=old',
    'age=none',
    'age=young,none',
    'age=given',
    'children=5..10',
    'children=..5',
    'children=10..',
    'children=none,10..',
    'opening=today..+3',
    'opening=..-1',
    'opening=none',
    'nickname=given',
    'nickname=none',
    'is_new=yes',
    'is_new=no,none',
  ),
  second: fc.constantFrom('', '&additional.own_share=given', '&status=complete', '&search=project'),
  negated: fc.boolean(),
  view: fc.constantFrom('', '&exclude_status=archived', '&archived=true'),
})

test(
  'every filter finds and counts the same rows as a plain reading, with and without kept counts',
  { timeout: 180_000 },
  async () => {
    const today = dayOf(app.clock.now)
    await fc.assert(
      fc.asyncProperty(
        fc.array(answered, { minLength: 1, maxLength: 8 }),
        fc.array(asking, { minLength: 6, maxLength: 12 }),
        fc.boolean(),
        async (rows, questions, compacts) => {
          await sql`delete from additional_answers`.execute(app.db)
          await sql`delete from projects`.execute(app.db)
          const made: (Record<string, unknown> & { slug: string })[] = []
          for (const { status, opening, ...row } of rows) {
            const { slug } = await createProject(
              app.db,
              status === 3 ? { status, previous_status: 1 } : { status },
            )
            const answers = { ...row, opening: opening === null ? null : addDays(today, opening) }
            expect((await save(slug, answers)).status).toBe(200)
            made.push({ ...answers, status, slug })
          }
          if (compacts) await sql`select compact_additional_counts()`.execute(app.db)
          for (const { filter, second, negated, view } of questions) {
            const [key = '', values = ''] = filter.split('=')
            const has = (row: Record<string, unknown>) =>
              values.split(',').some((value) => plainly(row[key] as never, value, today))
            const expected = made.filter(
              (row) =>
                has(row) !== negated &&
                (second !== '&additional.own_share=given' || row.own_share !== null) &&
                (second !== '&status=complete' || row.status === 2) &&
                (view === '' || (row.status === 3) === (view === '&archived=true')),
            )
            const query = `additional.${filter}${second}${view}${negated ? `&not=additional.${key}` : ''}`
            expect([query, await slugsOf(query)]).toEqual([
              query,
              expected.map(({ slug }) => slug).toSorted(),
            ])
            expect([query, await countOf(query)]).toEqual([query, expected.length])
          }
          expect(await findAnswerCountDifferences(app.db)).toEqual([])
        },
      ),
      { numRuns: runs(4) },
    )
    await sql`select rebuild_additional_counts()`.execute(app.db)
    expect(await findAnswerCountDifferences(app.db)).toEqual([])
  },
)

/** Reference check: does an answer match one filter value? */
function plainly(answer: string | number | boolean | null, value: string, today: string): boolean {
  if (value === 'none') return answer === null
  if (answer === null) return false
  if (value === 'given') return true
  if (typeof answer === 'boolean') return answer === (value === 'yes')
  if (!value.includes('..')) return answer === value
  const [from = '', to = ''] = value.split('..')
  const bound = (text: string) =>
    typeof answer === 'number' ? Number(text) : addDays(today, text === 'today' ? 0 : Number(text))
  return (from === '' || answer >= bound(from)) && (to === '' || answer <= bound(to))
}

test('a renamed field shows its new name in exports, and its filter still works', async () => {
  const { slug } = await createProject(app.db)
  await save(slug, { age: 'old' })
  await staff.patch(`${fieldsPath}age/`, { labels: labels('Years'), version: 1 })
  expect(await slugsOf('additional.age=old')).toEqual([slug])
  const file = await staff.get('/api/v4/projects/export/?format=xlsx&columns=additional.age')
  expect((await readXlsx(file.bytes)).sheets[0]!.rows[0]!.slice(2)).toEqual(['Years'])
})
