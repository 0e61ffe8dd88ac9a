import { readXlsx } from 'hucre'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import { deleteOldSearches, openSearches } from '#server/search/search-log.ts'

const app = useApp()
let clerk: Client
let auditor: Client
beforeEach(async () => {
  clerk = await app.as('superuser')
  auditor = await app.as(['view_logs', 'export_data'])
  await createProject(app.db, { title: 'Brunnen' })
})

const path = '/api/v4/logs/searches/'
const seen = async (query = '') =>
  (await auditor.get(`${path}?${query}`)).body.results.map(
    (row: { list: string; words: string; found: number }) => [row.list, row.words, row.found],
  )

test('a search is logged with person, list, text and number of results; text that may name people is not kept', async () => {
  await clerk.get('/api/v4/projects/?search=brunnen')
  await clerk.get('/api/v4/projects/')
  await clerk.get('/api/v4/projects/?search=nirgends&page=2')
  await clerk.get('/api/v4/organizations/?search=Verein')
  await clerk.get('/api/v4/users/?search=Katrin')
  await clerk.get('/api/v4/emails/?search=katrin@example.org')
  await clerk.get('/api/v4/search/?q=Katrin')
  expect(await seen()).toEqual([
    ['palette', '', 0],
    ['emails', '', 0],
    ['users', '', 0],
    ['organizations', 'Verein', 0],
    ['projects', 'brunnen', 1],
  ])
  const { results } = (await auditor.get(path, { locale: 'sie_DE' })).body
  expect(results.at(-1)).toMatchObject({
    actor: expect.stringMatching(/^Test Person/),
    actor_id: clerk.userId,
    list_display: 'Projekte',
    at: '2026-11-21T09:00:00.000Z',
  })
  expect(await seen('list=projects,users')).toEqual([
    ['users', '', 0],
    ['projects', 'brunnen', 1],
  ])
  expect(await seen('search=VEREIN')).toEqual([['organizations', 'Verein', 0]])
  expect(await seen(`actor=${auditor.userId}`)).toEqual([])
  const [data] = (await readXlsx((await auditor.get(`${path}export/?list=projects&columns=found`)).bytes))
    .sheets
  expect(data!.rows).toEqual([
    ['Searched for', 'Found'],
    ['brunnen', 1],
  ])
})

test('searches are logged in batches after a delay, and those of unknown people are left out', async () => {
  const { searches } = app.services
  const count = async () =>
    Number((await sql<{ n: string }>`select count(*) as n from searches`.execute(app.db)).rows[0]!.n)
  const search = { list: 'projects', words: 'brunnen', found: 1, at: app.clock.now }
  for (const user_id of [clerk.userId, 999_999, auditor.userId]) searches.note({ user_id, ...search })
  expect(await count()).toBe(0)
  await searches.written()
  expect(await count()).toBe(2)
  searches.note({ user_id: clerk.userId, ...search })
  await expect.poll(count).toBe(3)
})

test('searches that could not be written are retried with the next batch', async () => {
  const failures: unknown[] = []
  const searches = openSearches(app.db, (error) => failures.push(error))
  searches.note({ user_id: clerk.userId, list: 'projects', words: 'eins', found: 0, at: app.clock.now })
  await sql`alter table searches rename to searches_away`.execute(app.db)
  await expect(searches.written()).rejects.toThrow('searches')
  await sql`alter table searches_away rename to searches`.execute(app.db)
  searches.note({ user_id: clerk.userId, list: 'projects', words: 'zwei', found: 0, at: app.clock.now })
  await searches.written()
  expect((await seen()).map(([, words]: [string, string]) => words)).toEqual(['zwei', 'eins'])
  expect(failures).toEqual([])
})

test('searches are deleted after 90 days', async () => {
  await clerk.get('/api/v4/projects/?search=brunnen')
  await app.services.searches.written()
  await deleteOldSearches(app.db, new Date('2027-02-19T09:00:00Z'))
  expect(await seen()).toHaveLength(1)
  await deleteOldSearches(app.db, new Date('2027-02-19T09:00:01Z'))
  expect(await seen()).toEqual([])
})

test('reading and exporting searches require the right to view the logs', async () => {
  const client = await app.as(['export_data'])
  for (const address of [path, `${path}export/`]) {
    const answer = await client.get(address)
    expect([answer.status, answer.body.permission]).toEqual([403, 'view_logs'])
  }
})
