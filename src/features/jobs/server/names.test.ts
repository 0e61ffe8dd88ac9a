import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '#test/app.ts'
import { createOrganization, createProject } from '#test/factories.ts'
import { enqueue } from '#server/jobs.ts'
import { bringNamesInLine } from './names.ts'

let app: TestApp
let staff: Client
beforeAll(async () => void (app = await testApp()))
beforeEach(async () => {
  await app.reset()
  staff = await app.as('superuser')
})
afterAll(() => app.close())

async function run() {
  await enqueue(app.db, bringNamesInLine, {})
  await app.runJobs()
}
const titles = async () =>
  (await app.db.selectFrom('organizations').select('title').orderBy('id').execute()).map((row) => row.title)
const events = () =>
  app.db
    .selectFrom('audit_events')
    .select(['action', 'object_type', 'object_title', 'before', 'after'])
    .where('action', 'in', ['normalize_name', 'name_unclear'])
    .orderBy('id')
    .execute()

test('names that stood here before are normalized, found, and their history says so', async () => {
  const organization = await createOrganization(app.db, { title: 'Donau\u00ADdampf\u00a0\u00a0Verein' })
  await createProject(app.db, { title: 'Plzen\u030Csky\u0301 kraj', organization_id: organization.id })
  await createOrganization(app.db, { title: 'Für  alle' })
  await createOrganization(app.db, { title: 'Schön & ‚gut‘ – ja' })
  await run()
  expect(await titles()).toEqual(['Donaudampf Verein', 'Für alle', 'Schön & ‚gut‘ – ja'])
  expect(await events()).toEqual([
    {
      action: 'normalize_name',
      object_type: 'organization',
      object_title: 'Donaudampf Verein',
      before: { title: 'Donau\u00ADdampf\u00a0\u00a0Verein' },
      after: { title: 'Donaudampf Verein' },
    },
    expect.objectContaining({ action: 'normalize_name', object_title: 'Für alle' }),
    expect.objectContaining({
      action: 'normalize_name',
      object_type: 'project',
      object_title: 'Plzeňský kraj',
    }),
  ])
  const { body } = await staff.get('/api/v4/projects/?search=donaudampf')
  expect(body.results.map((row: { title: string }) => row.title)).toEqual(['Plzeňský kraj'])
  await run()
  expect(await events()).toHaveLength(3)
})

test('two of one name stay two, and the log says which; a name that nobody sees stays as it is', async () => {
  const plain = await createOrganization(app.db, { title: 'Verein Nord' })
  const soft = await createOrganization(app.db, { title: 'Ver\u00ADein NORD' })
  const unseen = await createOrganization(app.db, { title: '\u200B\u2800' })
  await run()
  await run()
  expect(await titles()).toEqual(['Verein Nord', 'Verein NORD', '\u200B\u2800'])
  expect((await events()).filter((event) => event.action === 'name_unclear')).toEqual([
    expect.objectContaining({
      object_title: 'Verein NORD',
      after: { same_name_as: `Verein Nord (${plain.slug})` },
    }),
    expect.objectContaining({ object_title: '', after: { same_name_as: '' } }),
  ])
  const log = await staff.get('/api/v4/logs/audit/?search=Verein%20NORD')
  expect(log.body.results.map((row: { action: string }) => row.action)).toContain('name_unclear')
  const there = await app.db.selectFrom('organizations').select('id').orderBy('id').execute()
  expect(there.map((row) => row.id)).toEqual([plain.id, soft.id, unseen.id])
})
