import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../../../../test/app.ts'
import { createOrganization, createProject } from '../../../../test/factories.ts'

let app: TestApp
let staff: Client
beforeAll(async () => void (app = await testApp()))
beforeEach(async () => {
  await app.reset()
  staff = await app.as('superuser')
})
afterAll(() => app.close())

type Row = { kind: string; title: string; rank: number }
async function found(q: string, client = staff): Promise<Row[]> {
  const { status, body } = await client.get(`/api/v4/search/?q=${encodeURIComponent(q)}`)
  expect(status).toBe(200)
  return body.results as Row[]
}
const titles = async (q: string, client?: Client) =>
  (await found(q, client)).map(({ kind, title }) => `${kind}: ${title}`)

const project = (title: string, organization_id?: number) =>
  createProject(app.db, { title, ...(organization_id ? { organization_id } : {}) })

test('the very name first, then what begins so, then words, then parts; over all kinds', async () => {
  const neutral = (await createOrganization(app.db, { title: 'Neutral' })).id
  for (const title of ['Umgartenung', 'Der Garten am Fluss', 'Gartenhaus', 'Garten'])
    // oxlint-disable-next-line no-await-in-loop -- the best one is made last
    await project(title, neutral)
  await createOrganization(app.db, { title: 'Gartenfreunde e. V.' })
  expect((await found('garten')).map(({ kind, title, rank }) => [rank, kind, title])).toEqual([
    [0, 'project', 'Garten'],
    [1, 'project', 'Gartenhaus'],
    [1, 'organization', 'Gartenfreunde e. V.'],
    [2, 'project', 'Der Garten am Fluss'],
    [3, 'project', 'Umgartenung'],
  ])
})

test('several words are found in any order, and an organization brings its projects', async () => {
  const club = await createOrganization(app.db, { title: 'Sportverein Blau-Weiß' })
  await project('Kletterwand für die Halle', club.id)
  await project('Neue Tore', club.id)
  expect(await titles('halle kletterwand')).toEqual(['project: Kletterwand für die Halle'])
  expect(await titles('kletter sportverein')).toEqual(['project: Kletterwand für die Halle'])
  expect(await titles('sportverein')).toEqual([
    'organization: Sportverein Blau-Weiß',
    'project: Neue Tore',
    'project: Kletterwand für die Halle',
  ])
})

test('umlauts, ß, accents, case and blanks do not matter; signs are signs', async () => {
  const { slug } = await project('Café für Straßenkinder (100 %)')
  for (const words of ['cafe fur strassenkinder', 'CAFÉ', '  straßen   kinder ', '100 %', slug, '(100'])
    // oxlint-disable-next-line no-await-in-loop -- one search after the other
    expect([words, await titles(words)]).toEqual([words, ['project: Café für Straßenkinder (100 %)']])
  for (const words of ['%', '_', '\\', '.*', 'caf_', 'cafe|x'])
    // oxlint-disable-next-line no-await-in-loop -- one search after the other
    expect([words, await titles(words)]).toEqual([words, []])
})

test('people and organizations are found by e-mail address', async () => {
  await createOrganization(app.db, { title: 'Verein', email_contact: 'vorstand@verein.example' })
  expect(await found('vorstand@verein.example')).toMatchObject([{ rank: 0, title: 'Verein' }])
  const { username } = await app.db
    .selectFrom('users')
    .select('username')
    .where('id', '=', staff.userId)
    .executeTakeFirstOrThrow()
  expect(await found(username)).toMatchObject([{ kind: 'user', rank: 0 }])
})

test('only what the person may view is found', async () => {
  await project('Garten')
  await createOrganization(app.db, { title: 'Garten' })
  expect(await titles('garten', await app.as(['view_organizations']))).toEqual(['organization: Garten'])
  expect(await titles('garten', await app.as(['view_reminders']))).toEqual([])
  expect((await (await app.as([])).get('/api/v4/search/?q=garten')).status).toBe(403)
})

test('never more than twenty, and a name among many that only hold the word comes first', async () => {
  const { id } = await createOrganization(app.db, { title: 'Neutral' })
  const many = Array.from({ length: 300 }, (_, nth) => ({ title: `Der Brunnen ${nth}`, organization_id: id }))
  // oxlint-disable-next-line no-await-in-loop -- one connection
  for (const row of many) await createProject(app.db, row)
  await project('Brunnen', id)
  const rows = await found('brunnen')
  expect(rows).toHaveLength(20)
  expect(rows[0]).toMatchObject({ rank: 0, title: 'Brunnen' })
  expect((await staff.get('/api/v4/search/?q=brunnen&limit=21')).status).toBe(400)
  expect(Object.keys((await staff.get('/api/v4/search/?q=')).body)).toEqual(['q'])
})

test('two letters find what begins with them, also inside', async () => {
  const { id } = await createOrganization(app.db, { title: 'Neutral' })
  await project('Treff der AG', id)
  await project('Agentur', id)
  await project('Tagwerk', id)
  await project('Beete (Garten-AG)', id)
  expect(await titles('ag')).toEqual([
    'project: Agentur',
    'project: Treff der AG',
    'project: Beete (Garten-AG)',
  ])
})
