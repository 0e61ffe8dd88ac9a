import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { createOrganization, createProject, createTask } from '#test/factories.ts'

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

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

test('exact names come first, then prefixes, words and parts, over all kinds', async () => {
  const neutral = (await createOrganization(app.db, { title: 'Neutral' })).id
  for (const title of ['Umgartenung', 'Der Garten am Fluss', 'Gartenhaus', 'Garten'])
    // oxlint-disable-next-line no-await-in-loop -- the best match is created last
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

test('several words are found in any order, and the name of an organization also finds its projects', async () => {
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

test('search ignores umlauts, ß, accents, case and blanks, and takes special characters literally', async () => {
  // Generated organizations are numbered, and one of those numbers could be 100.
  const { id } = await createOrganization(app.db, {
    title: 'Neutral',
    slug: 'neutral',
    email_contact: 'post@neutral.example',
  })
  const { slug } = await project('Café für Straßenkinder (100 %)', id)
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

test('only records that the person may view are found', async () => {
  await project('Garten')
  await createOrganization(app.db, { title: 'Garten' })
  expect(await titles('garten', await app.as(['view_organizations']))).toEqual(['organization: Garten'])
  expect(await titles('garten', await app.as(['view_reminders']))).toEqual([])
  expect((await (await app.as([])).get('/api/v4/search/?q=garten')).status).toBe(403)
})

test('at most twenty are returned, and an exact name comes before many that only contain the word', async () => {
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

test('two letters match beginnings of words, also inside a name', async () => {
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

test('several words are found wherever they occur, even where a text looks like a tag, an address or a number', async () => {
  const { id } = await createOrganization(app.db, { title: 'Neutral' })
  const meant = [
    'Familien und Kinder',
    'Schulkinder, Großfamilien',
    'Kinder-Familien-Zentrum',
    '<Kinder> für Familien',
    'Kinder&uuml;bergabe: Familien',
    'http://kinder.example für Familien',
    '23e0kinder Familien',
    'Familien (www.kinder.de/Kinder)',
  ]
  for (const title of [...meant, 'Nur Kinder', 'Nur Familien', 'Kind er Familien'])
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await project(title, id)
  const { results, counts } = await said('kinder familien')
  expect(results.map(({ title }) => title).sort()).toEqual(meant.toSorted())
  expect(counts).toEqual([{ kind: 'project', count: meant.length, more: false }])
  expect((await said('famil kinder')).results).toHaveLength(meant.length)
  expect((await said("kinder' familien")).results).toEqual([])
  // Words that begin with the search text rank before words that only contain it.
  expect(results.at(-1)).toMatchObject({ title: 'Schulkinder, Großfamilien', rank: 3 })
})

test('several words of organizations and tasks are found wherever they occur, in names, addresses and notes', async () => {
  const { id } = await createOrganization(app.db, {
    title: 'Förderverein Grundschule 12 e. V.',
    email_contact: 'info@schulfreunde-talheim.example',
    city: 'Bad Talheim',
    register_number: 'VR4711',
  })
  await createOrganization(app.db, { title: 'Sportverein Talheim', email_contact: 'a@b.example' })
  const asked = { scheduled_for: '2026-12-20', organization_id: id }
  await createTask(app.db, {
    ...asked,
    title: 'Nachweis',
    description: 'Freistellungsbescheid (2x) anfordern!',
  })
  for (const words of [
    'grundschule foerder',
    'schule verein',
    'freunde info',
    'talheim grund',
    'bad grundschule',
    'vr47 schule',
    '711 grundschule',
    'grundschule 12',
    'grundschule e. v.',
    'example schulfreunde v',
  ])
    // oxlint-disable-next-line no-await-in-loop -- one search after the other
    expect([words, (await titles(words)).filter((title) => title.startsWith('organization'))]).toEqual([
      words,
      ['organization: Förderverein Grundschule 12 e. V.'],
    ])
  for (const words of [
    'bescheid nachweis',
    'nachweis (2x)',
    'anford frei',
    'grundschule bescheid',
    'nach 2x',
  ])
    // oxlint-disable-next-line no-await-in-loop -- one search after the other
    expect([words, await titles(words)]).toEqual([words, ['task: Nachweis']])
  // A number is never corrected to another one.
  for (const words of ['grundschule sport', 'nachweis 3x', 'talheim vr4712'])
    // oxlint-disable-next-line no-await-in-loop -- one search after the other
    expect([words, await titles(words)]).toEqual([words, []])
  // A renamed record is found by its new name only.
  await app.db.updateTable('organizations').set({ title: 'Freundeskreis' }).where('id', '=', id).execute()
  expect(await titles('freundeskreis vr4711')).toEqual(['organization: Freundeskreis'])
  expect(await titles('grundschule vr4711')).toEqual([])
})

test('a common word with an unindexed one reads a bounded number of rows and marks the count as a minimum', async () => {
  const { id } = await createOrganization(app.db, { title: 'Neutral' })
  await sql`insert into projects (slug, title, funding_type, organization_id, organization_title, created_at, updated_at)
    select 'garten-' || n, 'Garten' || case when n = 1 then ' (x)' else '' end, 1, ${id}, 'Neutral', now(), now()
    from generate_series(1, 6100) n`.execute(app.db)
  expect((await said('garten (x)')).counts).toEqual([{ kind: 'project', count: 1, more: true }])
  expect((await said('garten (x)')).results).toMatchObject([{ title: 'Garten (x)' }])
})

test('the count is marked as a minimum when the newest matches of two common words suffice', async () => {
  const { id } = await project('Garten')
  await sql`insert into reminders (slug, title, scheduled_for, series_start, project_id, target_title, status, created_at, updated_at)
    select 'aufgabe-' || n, 'Angebot für Bänke', '2026-12-20', '2026-12-20', ${id}, 'Garten', 1, now(), now()
    from generate_series(1, 4000) n`.execute(app.db)
  expect((await said('angebot baenke')).counts).toEqual([{ kind: 'task', count: 200, more: true }])
  // The count is exact if the search read all rows, otherwise a minimum.
  await sql`update reminders set title = 'Angebot' where id % 80 <> 0`.execute(app.db)
  expect((await said('angebot baenke')).counts).toEqual([{ kind: 'task', count: 50, more: false }])
  await createTask(app.db, { title: 'Neu', scheduled_for: '2026-12-20', project_id: id })
  expect((await said('angebot baenke')).counts).toEqual([{ kind: 'task', count: 50, more: true }])
})

const said = async (q: string, query = '', client = staff) =>
  (await client.get(`/api/v4/search/?q=${encodeURIComponent(q)}${query}`)).body as {
    results: (Row & { slug: string; subtitle: string; details: string[]; label: { text: string } | null })[]
    counts: { kind: string; count: number; more: boolean }[]
    corrected: string[]
  }

test('tasks are found by their record and mails by their address, each with a distinguishing detail', async () => {
  const { id } = await project('Kletterwand')
  await createTask(app.db, { title: 'Angebot anfordern', scheduled_for: '2026-11-20', project_id: id })
  expect((await said('kletterwand')).results).toMatchObject([
    { kind: 'project', title: 'Kletterwand', rank: 0 },
    { kind: 'task', title: 'Angebot anfordern', subtitle: 'Kletterwand', label: { text: 'Overdue' } },
  ])
  expect((await said('angebot', '&kind=project')).results).toEqual([])
  expect((await said('angebot', '&kind=task')).results).toHaveLength(1)
  await app.db
    .insertInto('emails')
    .values({
      dedupe_key: 'one',
      template: 'task_assigned',
      to_email: 'vorstand@verein.example',
      language: 'en_US',
      data: '{}',
      subject: 'Über die Kletterwand',
      state: 'failed',
      created_at: new Date(),
    })
    .execute()
  expect((await said('vorstand@verein.example')).results).toMatchObject([
    { kind: 'email', title: 'Über die Kletterwand', rank: 0, label: { text: 'Failed' } },
  ])
  expect((await said('kletterwand')).counts).toEqual([
    { kind: 'project', count: 1, more: false },
    { kind: 'task', count: 1, more: false },
    { kind: 'email', count: 1, more: false },
  ])
})

test('a person who may not see people, tasks or mails finds none, neither by address nor by correction', async () => {
  const { id } = await project('Garten')
  await app.db.updateTable('users').set({ last_name: 'Krämer' }).where('id', '=', staff.userId).execute()
  await createTask(app.db, { title: 'Krämer anrufen', scheduled_for: '2026-12-20', project_id: id })
  const { email } = await app.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', staff.userId)
    .executeTakeFirstOrThrow()
  const clerk = await app.as(['view_projects', 'view_organizations'])
  for (const words of ['kraemer', 'Krämer', 'kraemre', email])
    // oxlint-disable-next-line no-await-in-loop -- one search after the other
    expect(await said(words, '', clerk)).toMatchObject({ results: [], corrected: [] })
  expect((await said('Kraemer')).results.map(({ kind }) => kind).sort()).toEqual(['task', 'user'])
  const recent = async (client: Client) =>
    (await client.get(`/api/v4/search/recent/?of=user/${staff.userId},project/nowhere`)).body.results
  expect(await recent(clerk)).toEqual([])
  expect(await recent(staff)).toMatchObject([{ kind: 'user', slug: String(staff.userId) }])
})

test('an umlaut and its two-letter spelling find each other', async () => {
  await project('Grundschule Müllerstraße')
  await project('Naehstube Schroeder')
  expect((await said('Muellerstrasse')).results).toMatchObject([{ title: 'Grundschule Müllerstraße' }])
  expect((await said('Nähstube Schröder')).results).toMatchObject([{ title: 'Naehstube Schroeder' }])
})

test('typos are corrected to existing words, and the answer names the correction', async () => {
  await createOrganization(app.db, { title: 'Förderverein Grundschule Talheim e. V.' })
  await project('Neue Kletterwand')
  for (const [typed, word] of [
    ['kleterwand', 'kletterwand'],
    ['klettrewand', 'kletterwand'],
    ['kletterwadn', 'kletterwand'],
    ['kleterw', 'kletterwand'],
    ['grudnschule tal', 'grundschule'],
    ['gruendschule tal', 'grundschule'],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one search after the other
    const { results, corrected } = await said(typed)
    expect([typed, results.length > 0, corrected]).toEqual([
      typed,
      true,
      typed === 'gruendschule tal' ? [] : [word],
    ])
  }
  // A correctly spelled word is never corrected, and a word similar to none finds nothing.
  expect((await said('kletterwand')).corrected).toEqual([])
  expect(await said('xylophon')).toMatchObject({ results: [], corrected: [] })
})

test('a payout is found by its number, and by nothing else', async () => {
  const { id } = await project('Garten 2026')
  await app.db
    .insertInto('payouts')
    .values({
      number: 'AZ-2026-0042',
      slug: 'az-2026-0042',
      project_id: id,
      funding_type: 1,
      amount_cents: 1250,
      state: 'open',
      settled_on: '2026-11-20',
      created_at: new Date(),
    })
    .execute()
  expect((await said('AZ-2026-0042')).results).toMatchObject([
    { kind: 'payout', title: 'AZ-2026-0042', subtitle: 'Garten 2026', details: ['€12.50', 'Open'], rank: 0 },
  ])
  expect((await said('garten')).results.map(({ kind }) => kind)).toEqual(['project'])
  expect((await said('AZ-2026-0042', '', await app.as(['view_projects']))).results).toEqual([])
})

test('a record is found by its number', async () => {
  const { id } = await project('Garten')
  await project(`${id} Bäume`)
  expect((await said(`#${id}`)).results[0]).toMatchObject({ kind: 'project', title: 'Garten', rank: 0 })
  expect(
    (await said(`${id}`)).results.filter(({ kind }) => kind === 'project').map(({ title }) => title),
  ).toEqual([`${id} Bäume`, 'Garten'])
})

test('recently opened records are returned in their order with their current names', async () => {
  const { slug } = await project('Garten')
  const club = await createOrganization(app.db, { title: 'Verein', city: 'Talheim', postcode: '74388' })
  const { slug: called } = await app.db
    .selectFrom('organizations')
    .select('slug')
    .where('id', '=', club.id)
    .executeTakeFirstOrThrow()
  const { body } = await staff.get(`/api/v4/search/recent/?of=organization/${called},project/${slug}`)
  expect(body.results).toMatchObject([
    { kind: 'organization', title: 'Verein', details: ['74388 Talheim'] },
    { kind: 'project', title: 'Garten' },
  ])
  expect((await staff.get('/api/v4/search/recent/?of=nonsense')).status).toBe(400)
})
