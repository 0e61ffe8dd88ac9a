import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findBalanceDifferences, findFundingDifferences } from '#features/ledger/server/queries.ts'
import { type Answer, type Client, type TestApp, testApp } from '../../../../test/app.ts'
import { createOrganization, createProject } from '../../../../test/factories.ts'
import { runJobs } from '../../../../test/run-jobs.ts'
import { importJob } from './jobs.ts'

let app: TestApp
let staff: Client
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'imports-'))
  app = await testApp({ config: { dataDir } })
})
beforeEach(async () => {
  await app.reset()
  staff = await app.as(['create_projects', 'create_organizations', 'view_projects'])
})
afterAll(async () => {
  await app.close()
  await rm(dataDir, { recursive: true })
})

async function upload(content: string | Uint8Array, name = 'file.csv', client = staff): Promise<Answer> {
  const form = new FormData()
  form.set('file', new Blob([content as Uint8Array<ArrayBuffer>]), name)
  return client.call('POST', '/api/v4/imports/', { raw: form })
}

async function uploaded(lines: string[], options: Record<string, unknown> = {}): Promise<number> {
  const { status, body } = await upload(lines.join('\n'))
  expect(status).toBe(201)
  if (Object.keys(options).length > 0)
    expect((await staff.patch(`/api/v4/imports/${body.id}/`, options)).status).toBe(200)
  return body.id as number
}

const work = () => runJobs(app.services, { jobs: [importJob], chores: [] })

async function act(id: number, what: 'check' | 'run') {
  expect((await staff.post(`/api/v4/imports/${id}/${what}/`)).status).toBe(202)
  await work()
  return (await staff.get(`/api/v4/imports/${id}/`)).body
}

/** Uploads and runs; answers the import as it ended. */
const run = async (lines: string[], options?: Record<string, unknown>) =>
  act(await uploaded(lines, options), 'run')

/** Everything an import may make, without what differs between two databases. */
async function everything() {
  const organizations = await app.db
    .selectFrom('organizations')
    .select([
      'title',
      'slug',
      'register_number',
      'postcode',
      'city',
      'status',
      'review_status',
      'needs_review',
    ])
    .orderBy('id')
    .execute()
  const projects = await app.db
    .selectFrom('projects')
    .select([
      'title',
      'slug',
      'organization_title',
      'status',
      'needs_donation_review',
      'target_cents',
      'funded_cents',
    ])
    .orderBy('id')
    .execute()
  const gifts = await app.db
    .selectFrom('fundings')
    .select(['project_id', 'amount_cents', 'received_on', 'state', 'source', 'note'])
    .orderBy('id')
    .execute()
  return { organizations, projects, gifts }
}

const header = 'Verein;PLZ;Projekt;Betrag;Jahr;Geber'
const good = [
  header,
  'Chor Süd e. V.;10967;Neue Noten;1.000,50;2016;Senat',
  'Chor Süd e. V.;10967;Neue Noten;200;2017;',
  'TSV Nord;;Tore;50;2017;Bezirk',
]

describe('upload', () => {
  test('answers what was guessed, with the first rows and what they would become', async () => {
    const { body } = await upload(good.join('\n'), '../Zuwendungen 2017.csv')
    expect(body).toMatchObject({
      filename: 'Zuwendungen 2017.csv',
      kind: 'csv',
      state: 'uploaded',
      guessed: { encoding: 'utf-8', separator: ';' },
      header: true,
      columns: [
        { name: 'Verein', field: 'organization_title' },
        { name: 'PLZ', field: 'organization_postcode' },
        { name: 'Projekt', field: 'project_title' },
        { name: 'Betrag', field: 'amount' },
        { name: 'Jahr', field: 'year' },
        { name: 'Geber', field: 'funder' },
      ],
      can_change: true,
      can_run: true,
      can_cancel: false,
    })
    expect(body.preview[0]).toEqual({
      line: 2,
      cells: ['Chor Süd e. V.', '10967', 'Neue Noten', '1.000,50', '2016', 'Senat'],
      refused: [],
      gift: { cents: 100_050, currency: 'EUR', received_on: '2016-12-31' },
    })
    expect((await staff.get('/api/v4/imports/')).body).toMatchObject({ count: 1, results: [{ id: body.id }] })
  })

  test('a file that cannot be read is refused at the field, and nothing is kept', async () => {
    const before = await readdir(join(dataDir, 'files')).catch(() => [])
    for (const content of ['', '%PDF-1.7', 'PK\x03\x04 no archive', '{"grants": []}', 'a\0b'])
      expect([content, (await upload(content)).status]).toEqual([content, 400])
    const answer = await upload('%PDF-1.7', 'a.pdf')
    expect(answer.body).toEqual({
      file: ['Files of this kind cannot be imported. CSV, XLSX and 360Giving JSON can.'],
    })
    expect((await staff.call('POST', '/api/v4/imports/', { raw: new FormData() })).status).toBe(400)
    expect((await staff.post('/api/v4/imports/', { file: 'x' })).status).toBe(415)
    expect((await staff.get('/api/v4/imports/')).body.count).toBe(0)
    expect(await readdir(join(dataDir, 'files')).catch(() => [])).toEqual(before)
  })

  test('takes both rights', async () => {
    const half = await app.as(['create_projects'])
    const answer = await upload('a;b', 'a.csv', half)
    expect(answer).toMatchObject({ status: 403, body: { permission: 'create_organizations' } })
    const id = await uploaded(good)
    for (const path of ['check/', 'run/', 'cancel/'])
      expect((await half.post(`/api/v4/imports/${id}/${path}`)).status).toBe(403)
    expect((await half.get(`/api/v4/imports/${id}/refused/`)).status).toBe(403)
  })
})

test('running makes organizations, projects with their need, and gifts on the ledger in their year', async () => {
  const done = await run(good)
  expect(done).toMatchObject({
    state: 'done',
    failure: null,
    counts: {
      rows: 3,
      refused: 0,
      organizations: { new: 2, known: 0 },
      projects: { new: 2, known: 0 },
      gifts: { new: 3, known: 0 },
      years: [
        { year: 2016, gifts: 1, cents: 100_050, new_cents: 100_050 },
        { year: 2017, gifts: 2, cents: 25_000, new_cents: 25_000 },
      ],
    },
    can_run: false,
  })
  const { organizations, projects, gifts } = await everything()
  expect(organizations).toEqual([
    {
      title: 'Chor Süd e. V.',
      slug: 'chor-sued-e-v',
      register_number: '',
      postcode: '10967',
      city: '',
      status: 2,
      review_status: null,
      needs_review: true,
    },
    expect.objectContaining({ title: 'TSV Nord', slug: 'tsv-nord' }),
  ])
  expect(projects).toMatchObject([
    {
      title: 'Neue Noten',
      organization_title: 'Chor Süd e. V.',
      target_cents: 120_050,
      funded_cents: 120_050,
    },
    { title: 'Tore', status: 2, needs_donation_review: true, target_cents: 5_000, funded_cents: 5_000 },
  ])
  expect(gifts).toMatchObject([
    { amount_cents: 100_050, received_on: '2016-12-31', state: 'confirmed', source: 'import', note: 'Senat' },
    { amount_cents: 20_000, received_on: '2017-12-31', note: '' },
    { amount_cents: 5_000, note: 'Bezirk' },
  ])
  expect(await findBalanceDifferences(app.db)).toEqual([])
  expect(await findFundingDifferences(app.db)).toEqual([])
  const events = await app.db
    .selectFrom('audit_events')
    .select(['action', 'object_type', 'actor_id'])
    .orderBy('id')
    .execute()
  expect(events.map(({ action, object_type }) => `${action} ${object_type}`)).toEqual([
    'upload import',
    'run import',
    'create organization',
    'create organization',
    'create project',
    'create project',
    'import import',
  ])
  expect(events.every((event) => event.actor_id === staff.userId)).toBe(true)
  const needs = await app.db.selectFrom('needs').select(['title', 'amount_cents']).orderBy('id').execute()
  expect(needs).toEqual([
    { title: 'Total need', amount_cents: 120_050 },
    { title: 'Total need', amount_cents: 5_000 },
  ])
})

describe('again', () => {
  test('the same file changes nothing, also after staff renamed what it made', async () => {
    await run(good)
    await app.db
      .updateTable('organizations')
      .set({ title: 'Chor Süd' })
      .where('slug', '=', 'chor-sued-e-v')
      .execute()
    await app.db.updateTable('projects').set({ title: 'Noten' }).where('slug', '=', 'neue-noten').execute()
    const before = await everything()
    const again = await run(good)
    expect(again.counts).toMatchObject({
      organizations: { new: 0, known: 2 },
      projects: { new: 0, known: 2 },
      gifts: { new: 0, known: 3 },
    })
    expect(again.counts.years[0]).toMatchObject({ cents: 100_050, new_cents: 0 })
    expect(await everything()).toEqual(before)
  })

  test('equal rows are several gifts, and the file with rows added brings only those', async () => {
    const twice = [header, ...good.slice(1), good[1]!]
    expect((await run(twice)).counts.gifts).toEqual({ new: 4, known: 0 })
    const more = [...twice, good[1]!, 'Chor Süd e. V.;10967;Konzert;7;2017;', 'Neu;;Neu;1;2017;']
    expect((await run(more)).counts).toMatchObject({
      organizations: { new: 1, known: 2 },
      projects: { new: 2, known: 2 },
      gifts: { new: 3, known: 4 },
    })
    const { projects, gifts } = await everything()
    expect(gifts).toHaveLength(7)
    // The need was frozen by the first import: more than it came in later.
    expect(projects[0]).toMatchObject({ title: 'Neue Noten', target_cents: 220_100, funded_cents: 320_150 })
    expect(await findBalanceDifferences(app.db)).toEqual([])
  })

  test('what staff made by hand is known by its name, whatever its case and spaces', async () => {
    const made = await createOrganization(app.db, { title: 'CHOR  Süd e. v.' })
    await createProject(app.db, { title: 'Neue noten', organization_id: made.id, needs: [5_000] })
    const done = await run(good)
    expect(done.counts).toMatchObject({ organizations: { new: 1, known: 1 }, projects: { new: 1, known: 1 } })
    const [first] = (await everything()).projects
    expect(first).toMatchObject({ title: 'Neue noten', target_cents: 5_000, funded_cents: 120_050 })
  })
})

test('titles that make the same slug get numbers that no other has', async () => {
  await createProject(app.db, { slug: 'chor-7', title: 'Chor 7' })
  await createProject(app.db, { slug: 'tor', title: 'Tor' })
  const titles = ['Chor', 'Chor!', 'Chor?', 'Chor 3', 'Tor', 'Tor.', 'ー', '中']
  await run([header, ...titles.map((title) => `V;;${title};1;2017;`)])
  const { projects } = await everything()
  expect(projects.slice(2).map((project) => project.slug)).toEqual([
    'chor',
    'chor-8',
    'chor-9',
    'chor-3',
    'tor-2',
    'tor-3',
    'untitled',
    'untitled-2',
  ])
})

describe('all or nothing', () => {
  const mixed = [
    ...good,
    'Ohne Betrag;;P;;2017;',
    ';;P;1;2017;',
    'Zukunft;;P;1;2027;',
    'Minus;;P;-5,00;2017;',
  ]

  test('one refused row keeps all out, and a check says why', async () => {
    const id = await uploaded(mixed)
    const checked = await act(id, 'check')
    expect(checked).toMatchObject({
      state: 'checked',
      can_run: false,
      counts: {
        rows: 7,
        refused: 4,
        refused_by: [
          { code: 'amount_missing', field: 'amount', rows: 1, text: 'Amount: The amount is missing' },
          { code: 'amount_not_positive', rows: 1 },
          { code: 'date_in_future', field: 'year', rows: 1 },
          { code: 'missing', field: 'organization_title', rows: 1 },
        ],
      },
    })
    const refused = await staff.post(`/api/v4/imports/${id}/run/`)
    expect([refused.status, refused.body.code]).toEqual([409, 'import_rows_refused'])
    expect(await run(mixed)).toMatchObject({ state: 'failed', failure: { code: 'rows_refused' } })
    expect(await everything()).toEqual({ organizations: [], projects: [], gifts: [] })
  })

  test('partial takes the good rows, and the others can be downloaded with the reasons', async () => {
    const done = await run([...mixed, '=1+1;;P;;2017;'], { partial: true })
    expect(done).toMatchObject({ state: 'done', counts: { gifts: { new: 3 }, refused: 5 } })
    const csv = await staff.get(`/api/v4/imports/${done.id}/refused/`, { locale: 'du_DE' })
    expect(csv.headers.get('content-disposition')).toContain('file-abgelehnt.csv')
    const lines = Buffer.from(csv.bytes).toString('utf8').split('\r\n')
    expect(lines[0]).toBe(`\ufeffZeile;Grund der Ablehnung;${header}`)
    expect(lines[1]).toBe('5;Betrag: Der Betrag fehlt;Ohne Betrag;;P;;2017;')
    expect(lines[4]).toContain('Minus;;P;-5,00;2017;')
    expect(lines[5]).toContain(";'=1+1;;P")
    const xlsx = await staff.get(`/api/v4/imports/${done.id}/refused/?format=xlsx`)
    expect(Buffer.from(xlsx.bytes.subarray(0, 2)).toString()).toBe('PK')
    expect((await staff.get(`/api/v4/imports/${done.id}/refused/?format=pdf`)).status).toBe(400)
  })

  test('a file that breaks off in the middle changes nothing and names the line', async () => {
    const rows = Array.from({ length: 1_200 }, (_, i) => `V${i};;P;1;2017;`)
    const done = await run([header, ...rows, '"never closed;;P;1;2017;'], { partial: true })
    expect(done).toMatchObject({ state: 'failed', failure: { code: 'unterminated_quote', line: 1_202 } })
    expect((await everything()).organizations).toEqual([])
    expect(await app.db.selectFrom('import_rows').selectAll().execute()).toEqual([])
  })

  test('an error while applying leaves nothing behind', async () => {
    await app.database.pool.query(`
      create function test_refuse() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$;
      create trigger test_refuse before insert on fundings for each row when (new.amount_cents = 5000) execute function test_refuse()`)
    try {
      const id = await uploaded(good)
      await staff.post(`/api/v4/imports/${id}/run/`)
      await expect(work()).rejects.toThrow('no room')
      const { body } = await staff.get(`/api/v4/imports/${id}/`)
      expect(body).toMatchObject({ state: 'failed', failure: { code: 'unexpected' }, can_run: true })
      expect(await everything()).toEqual({ organizations: [], projects: [], gifts: [] })
    } finally {
      await app.database.pool.query('drop function test_refuse() cascade')
    }
  })
})

describe('choices', () => {
  test('columns, header and currency rates are corrected; rates are exact and noted', async () => {
    const id = await uploaded(['Alpha;Beta;9,99;GBP;1.2.2016', 'Alpha;Beta;0,01;GBP;2.2.2016'])
    const change = await staff.patch(`/api/v4/imports/${id}/`, {
      header: false,
      columns: ['organization_title', 'project_title', 'amount', 'currency', 'date'],
      rates: { GBP: '1.15' },
    })
    expect(change.body.preview[0]).toMatchObject({
      gift: { cents: 999, currency: 'GBP', received_on: '2016-02-01' },
    })
    expect((await act(id, 'run')).state).toBe('done')
    expect((await everything()).gifts).toMatchObject([
      { amount_cents: 1_149, received_on: '2016-02-01', note: 'GBP 9.99 × 1.15' },
      { amount_cents: 1, received_on: '2016-02-02', note: 'GBP 0.01 × 1.15' },
    ])
  })

  test('without a rate a foreign currency is refused by row', async () => {
    const checked = await act(
      await uploaded(['Verein;Projekt;Betrag;Jahr', 'A;B;£5;2016', 'A;B;5 €;2016']),
      'check',
    )
    expect(checked.counts).toMatchObject({ refused: 1, refused_by: [{ code: 'currency_not_accepted' }] })
  })

  test('what cannot be is refused by name', async () => {
    const id = await uploaded(good)
    const change = (body: unknown) => staff.patch(`/api/v4/imports/${id}/`, body)
    expect((await change({ columns: ['amount'] })).body).toEqual({
      columns: ['The file has another number of columns'],
    })
    const twice = ['amount', 'amount', null, null, null, null]
    expect((await change({ columns: twice })).body.columns).toEqual(['Two columns have the same field'])
    expect((await change({ columns: ['salary'] })).status).toBe(400)
    expect((await change({ rates: { GBP: '-1' } })).status).toBe(400)
    expect((await change({ rates: { gbp: '1' } })).status).toBe(400)
    expect((await change({ unknown: 1 })).status).toBe(400)
    const latin = (await upload(Buffer.from(good.join('\n'), 'latin1'))).body.id as number
    expect((await staff.patch(`/api/v4/imports/${latin}/`, { encoding: 'utf-8' })).body).toEqual({
      file: ['The file is not in the chosen encoding (line 2)'],
    })
    expect((await staff.get('/api/v4/imports/999999/')).status).toBe(404)
    expect((await staff.get('/api/v4/imports/x/')).status).toBe(400)
  })

  test('asked for and given: the need is what was asked for where that is more', async () => {
    const lines = ['Verein;Projekt;Betrag;Beantragt;Jahr', 'A;P;50;80;2016', 'A;P;30;;2017', 'A;Q;9;7;2017']
    await run(lines)
    expect((await everything()).projects).toMatchObject([
      { title: 'P', target_cents: 11_000, funded_cents: 8_000 },
      { title: 'Q', target_cents: 900, funded_cents: 900 },
    ])
  })

  test('a year without a day is booked on its last day, this year today', async () => {
    await run(['Verein;Projekt;Betrag;Jahr', 'A;P;1;2026', 'A;P;1;2025'])
    const { gifts } = await everything()
    expect(gifts.map((gift) => gift.received_on)).toEqual(['2026-11-21', '2025-12-31'])
  })
})

describe('every form a file comes in', () => {
  const table = [
    ['Empfänger', 'Zweck', 'Betrag', 'Datum'],
    ['Größe e. V.', 'Saal, "neu"', '1.234,50', '26.1.2024'],
    ['Größe e. V.', 'Zeile\nzwei', '361800,84 €', '29.1.24'],
  ]
  const csv = (separator: string) =>
    table.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator)).join('\r\n')
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

  test.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
    ['UTF-8, comma', () => Buffer.from(csv(','))],
    ['UTF-8 with BOM, semicolon', () => Buffer.from(`\ufeff${csv(';')}`)],
    ['UTF-16, tab', () => utf16(csv('\t'))],
    ['UTF-16 big-endian', () => utf16(csv(';')).swap16()],
    ['Windows-1252', () => Buffer.from(csv(';').replace('€', '\x80'), 'latin1')],
    ['XLSX', () => writeXlsx({ sheets: [{ name: 'S', rows: table }] })],
  ])('%s', async (_, content) => {
    const { body } = await upload(await content(), 'x')
    expect(await act(body.id, 'run')).toMatchObject({ state: 'done', failure: null })
    const { organizations, projects, gifts } = await everything()
    expect(organizations.map((row) => row.title)).toEqual(['Größe e. V.'])
    expect(projects.map((row) => row.title)).toEqual(['Saal, "neu"', 'Zeile zwei'])
    expect(gifts.map((row) => [row.amount_cents, row.received_on])).toEqual([
      [123_450, '2024-01-26'],
      [36_180_084, '2024-01-29'],
    ])
  })

  test('360Giving JSON', async () => {
    const grant = (id: string, amount: number) => ({
      id,
      title: 'Stage',
      amountAwarded: amount,
      amountAppliedFor: 500,
      currency: 'EUR',
      awardDate: '2019-03-01T00:00:00+00:00',
      recipientOrganization: [{ id: 'GB-CHC-1', name: 'Theatre' }],
    })
    const { body } = await upload(JSON.stringify({ grants: [grant('a', 200), grant('b', 200)] }), 'g.json')
    expect(body).toMatchObject({ kind: 'grants360', preview: [{ line: 1 }, { line: 2 }] })
    expect((await act(body.id, 'run')).counts).toMatchObject({ gifts: { new: 2 }, projects: { new: 1 } })
    expect((await everything()).projects).toMatchObject([{ target_cents: 100_000, funded_cents: 40_000 }])
  })
})

describe('work', () => {
  test('a waiting import is cancelled at once, a working one between two batches', async () => {
    const id = await uploaded(good)
    await staff.post(`/api/v4/imports/${id}/run/`)
    expect((await staff.post(`/api/v4/imports/${id}/cancel/`)).body).toMatchObject({ state: 'cancelled' })
    await work()
    expect((await staff.get(`/api/v4/imports/${id}/`)).body).toMatchObject({
      state: 'cancelled',
      can_run: true,
    })

    const rows = Array.from({ length: 6_000 }, (_, i) => `V${i};;P;1;2017;`)
    const large = await uploaded([header, ...rows])
    await staff.post(`/api/v4/imports/${large}/run/`)
    const working = work()
    const seen = new Set<number>()
    for (;;) {
      const { body } = await staff.get(`/api/v4/imports/${large}/`)
      seen.add(body.rows_done)
      if (body.step === 'staging' && body.rows_done >= 1_000) break
      if (body.state !== 'running') throw new Error(`too late: ${body.state}`)
    }
    const asked = await staff.post(`/api/v4/imports/${large}/cancel/`)
    expect(asked.body).toMatchObject({ state: 'running', can_cancel: false, rows_total: 6_000 })
    await working
    expect((await staff.get(`/api/v4/imports/${large}/`)).body.state).toBe('cancelled')
    expect(seen.size).toBeGreaterThan(2)
    expect(await everything()).toEqual({ organizations: [], projects: [], gifts: [] })
    expect((await act(large, 'check')).counts.rows).toBe(6_000)
  })

  test('imports go one after another, and a lost one does not stand in the way for ever', async () => {
    const first = await uploaded(good)
    const second = await uploaded(good)
    await staff.post(`/api/v4/imports/${first}/check/`)
    const other = await staff.post(`/api/v4/imports/${second}/run/`)
    expect([other.status, other.body.code]).toEqual([409, 'import_other_at_work'])
    expect((await staff.patch(`/api/v4/imports/${first}/`, { partial: true })).status).toBe(409)
    expect((await staff.delete(`/api/v4/imports/${first}/`)).status).toBe(409)
    app.clock.now = new Date(app.clock.now.getTime() + 6 * 60_000)
    expect((await staff.post(`/api/v4/imports/${second}/run/`)).status).toBe(202)
    const { body } = await staff.get(`/api/v4/imports/${first}/`)
    expect(body).toMatchObject({ state: 'failed', failure: { code: 'interrupted' } })
    await work()
    expect((await staff.get(`/api/v4/imports/${second}/`)).body.state).toBe('done')
  })

  test('the file is forgotten once it is imported, and with an import that is removed', async () => {
    const before = await readdir(join(dataDir, 'files')).catch(() => [])
    const done = await run(good)
    const other = await uploaded(good)
    expect((await staff.delete(`/api/v4/imports/${other}/`)).status).toBe(204)
    expect(await readdir(join(dataDir, 'files'))).toEqual(before)
    expect((await staff.post(`/api/v4/imports/${done.id}/run/`)).status).toBe(409)
    expect((await staff.delete(`/api/v4/imports/${done.id}/`)).status).toBe(204)
    expect((await everything()).gifts).toHaveLength(3)
  })
})

test('whatever the rows, every cent of the good ones arrives in its year, once', async () => {
  const row = fc.record({
    organization: fc.constantFrom('A', 'a ', 'Ä', 'B'),
    project: fc.constantFrom('P', 'p', 'Q', ''),
    cents: fc.integer({ min: -50, max: 5_000_000 }),
    year: fc.integer({ min: 2024, max: 2027 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 25 }), async (rows) => {
      await app.reset()
      staff = await app.as('superuser')
      const lines = rows.map(
        ({ organization, project, cents, year }) =>
          `${organization};;${project};${(cents / 100).toFixed(2).replace('.', ',')};${year};`,
      )
      const taken = rows.filter(({ project, cents, year }) => project && cents > 0 && year <= 2026)
      await run([header, ...lines], { partial: true })
      await run([header, ...lines], { partial: true })
      const years = await app.database.pool.query(`
        select extract(year from business_date)::int as year, sum(amount_cents)::bigint as cents, count(*) as n
        from ledger_rows join ledger_transactions on ledger_transactions.id = transaction_id group by 1 order by 1`)
      const expected = [...Map.groupBy(taken, (one) => one.year)]
        .sort(([a], [b]) => a - b)
        .map(([year, gifts]) => ({
          year,
          cents: gifts.reduce((sum, gift) => sum + gift.cents, 0),
          n: gifts.length,
        }))
      expect(years.rows).toEqual(expected)
      expect(await findBalanceDifferences(app.db)).toEqual([])
    }),
    { numRuns: 12 },
  )
})
