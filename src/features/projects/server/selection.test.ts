import { beforeEach, describe, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { createOrganization, createProject } from '#test/factories.ts'

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

const archive = '/api/v4/projects/archive/'
const inWork = 'exclude_status=archived&search=well'

/** Projects that collect no money and can be archived. */
async function wells(count: number): Promise<string[]> {
  const slugs: string[] = []
  for (let nth = 0; nth < count; nth++)
    // oxlint-disable-next-line no-await-in-loop -- their order is what is tested
    slugs.push((await createProject(app.db, { title: `Well ${nth}`, ends_on: '2026-01-01' })).slug)
  return slugs
}
const archivedSlugs = async () =>
  (await app.db.selectFrom('projects').select('slug').where('status', '=', 3).orderBy('id').execute()).map(
    (row) => row.slug,
  )

test('a selection of all matches with exclusions changes exactly the remaining rows', async () => {
  const slugs = await wells(28)
  const other = await createProject(app.db, { title: 'School', ends_on: '2026-01-01' })
  const [first, , third, ...rest] = slugs
  const { status, body } = await staff.post(archive, {
    selection: {
      query: `${inWork}&ordering=-title&page=2`,
      exclude: [slugs[1]!, other.slug],
      expected_count: 27,
    },
  })
  expect([status, body.gone]).toEqual([200, []])
  expect(body.archived).toEqual([first, third, ...rest])
  expect(await archivedSlugs()).toEqual([first, third, ...rest])
})

test('an unexpected number of matches is 409 and changes nothing; the answer has the actual number', async () => {
  const slugs = await wells(3)
  const answer = await staff.post(archive, {
    selection: { query: inWork, exclude: [slugs[0]!, 'gone-long-ago'], expected_count: 3 },
  })
  expect(answer.status).toBe(409)
  expect(answer.body).toEqual({
    code: 'selection_changed',
    detail: '2 rows match now, 3 were selected. Check the selection and try again.',
    blocking: [],
    current: { count: 2, exclude: [slugs[0]] },
  })
  expect(await archivedSlugs()).toEqual([])
})

test('a missing selected row is named, the rest goes through; its old field name is rejected', async () => {
  const [slug] = await wells(1)
  const refused = await staff.post(archive, { project_slugs: [slug, 'nothing'] })
  expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['project_slugs']])
  const { status, body } = await staff.post(archive, { selection: { slugs: [slug, 'nothing'] } })
  expect([status, body]).toEqual([200, { archived: [slug], gone: ['nothing'] }])
})

test('archiving a selection stays all or nothing', async () => {
  const [slug] = await wells(1)
  const collecting = await createProject(app.db, { title: 'Well, open', status: 2, review_status: 2 })
  const answer = await staff.post(archive, { selection: { query: inWork, expected_count: 2 } })
  expect([answer.status, answer.body.code]).toEqual([409, 'still_in_financing'])
  expect(answer.body.blocking).toEqual([
    { slug: collecting.slug, title: 'Well, open', code: 'still_in_financing' },
  ])
  expect(await archivedSlugs()).toEqual([])
  expect((await staff.post(archive, { selection: { slugs: [slug] } })).status).toBe(200)
})

test('restoring and duplicating accept selections too', async () => {
  const slugs = await wells(3)
  await staff.post(archive, { project_slugs: slugs })
  const restored = await staff.post('/api/v4/projects/unarchive/', {
    selection: { query: 'archived=true', exclude: [slugs[2]!], expected_count: 2 },
  })
  expect(restored.body).toEqual({ unarchived: slugs.slice(0, 2), gone: [] })
  const copied = await staff.post('/api/v4/projects/duplicate/', {
    selection: { query: inWork, exclude: [slugs[0]!], expected_count: 1 },
  })
  expect(copied.body.duplicated).toMatchObject([{ from: slugs[1] }])
})

test('exporting a selection returns its rows, and is refused when they have changed', async () => {
  const slugs = await wells(3)
  const address = '/api/v4/projects/export/?search=well'
  const file = await staff.get(`${address}&exclude=${slugs[0]}&expected_count=2`)
  expect([file.status, file.headers.get('content-type')]).toEqual([200, expect.stringContaining('sheet')])
  const refused = await staff.get(`${address}&exclude=${slugs[0]}&expected_count=3`)
  expect([refused.status, refused.body.code, refused.body.current]).toEqual([
    409,
    'selection_changed',
    { count: 2, exclude: [slugs[0]] },
  ])
})

describe('an invalid selection is rejected at its field', () => {
  test.each([
    [{}, 'project_slugs'],
    [{ project_slugs: ['a'], selection: { slugs: ['a'] } }, 'selection'],
    [{ selection: {} }, 'selection.slugs'],
    [{ selection: { slugs: [] } }, 'selection.slugs'],
    [{ selection: { query: '' } }, 'selection.expected_count'],
    [{ selection: { query: '', slugs: ['a'], expected_count: 1 } }, 'selection.slugs'],
    [{ selection: { slugs: ['a'], exclude: ['b'] } }, 'selection.exclude'],
    [{ selection: { query: 'status=lost', expected_count: 1 } }, 'selection.query.status'],
    [{ selection: { query: 'colour=red', expected_count: 1 } }, 'selection.query.colour'],
    [{ selection: { query: 'search=a&search=b', expected_count: 1 } }, 'selection.query.search'],
    [{ selection: { query: '', expected_count: 1001 } }, 'selection'],
    [{ selection: { query: '', expected_count: 1, slug: 'x' } }, 'selection.slug'],
  ])('%j', async (body, field) => {
    const answer = await staff.post(archive, body)
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]])
  })
})

test('a selection above the limit is refused with a message in the person’s language', async () => {
  const selection = { query: '', expected_count: 10_000 }
  const answer = await staff.post(archive, { selection }, { locale: 'sie_DE' })
  expect(answer.body.selection[0]).toContain(
    '10.000 sind ausgewählt, höchstens 1.000 lassen sich auf einmal ändern',
  )
})

test('organizations: the projects in the way name their organization; the others can be archived', async () => {
  const path = '/api/v4/organizations/archive/'
  const busy = await createOrganization(app.db, { title: 'Busy' })
  const quiet = await createOrganization(app.db, { title: 'Quiet' })
  const collecting = await createProject(app.db, {
    title: 'Open',
    organization_id: busy.id,
    status: 2,
    review_status: 2,
  })
  const query = 'exclude_status=archived'
  const refused = await staff.post(path, { selection: { query, expected_count: 2 } })
  expect([refused.status, refused.body.blocking]).toEqual([
    409,
    [
      {
        slug: collecting.slug,
        title: 'Open',
        code: 'still_in_financing',
        of: { slug: busy.slug, title: 'Busy' },
      },
    ],
  ])
  const archived = await staff.post(path, { selection: { query, exclude: [busy.slug], expected_count: 1 } })
  expect(archived.body).toEqual({ archived: [quiet.slug], gone: [] })
  expect(
    (await staff.post('/api/v4/organizations/unarchive/', { selection: { slugs: [quiet.slug, 'gone'] } }))
      .body,
  ).toEqual({ unarchived: [quiet.slug], gone: ['gone'] })
})
