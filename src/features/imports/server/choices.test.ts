import { describe, expect, test, vi } from 'vitest'
import { goodImport, importApp } from '#test/import-app.ts'

const imports = importApp()

/** Does something whenever a change has read the import and is about to read its file. */
function beforeReading(meanwhile: () => Promise<unknown>) {
  const { files } = imports.app.services
  const localPath = files.localPath
  return vi.spyOn(files, 'localPath').mockImplementation(async (key) => {
    await meanwhile()
    return localPath(key)
  })
}

describe('choices', () => {
  test('columns, header and currency rates can be corrected, and rates are exact and noted', async () => {
    const id = await imports.uploaded(['Alpha;Beta;9,99;GBP;1.2.2016', 'Alpha;Beta;0,01;GBP;2.2.2016'])
    const change = await imports.staff.patch(`/api/v4/imports/${id}/`, {
      header: false,
      columns: ['organization_title', 'project_title', 'amount', 'currency', 'date'],
      rates: { GBP: '1.15' },
    })
    expect(change.body.preview[0]).toMatchObject({
      gift: { cents: 999, currency: 'GBP', received_on: '2016-02-01' },
    })
    expect((await imports.act(id, 'run')).state).toBe('done')
    expect((await imports.everything()).gifts).toMatchObject([
      { amount_cents: 1_149, received_on: '2016-02-01', note: 'GBP 9.99 × 1.15' },
      { amount_cents: 1, received_on: '2016-02-02', note: 'GBP 0.01 × 1.15' },
    ])
  })

  test('rows in a foreign currency without a rate are refused', async () => {
    const checked = await imports.act(
      await imports.uploaded(['Verein;Projekt;Betrag;Jahr', 'A;B;£5;2016', 'A;B;5 €;2016']),
      'check',
    )
    expect(checked.counts).toMatchObject({ refused: 1, refused_by: [{ code: 'currency_not_accepted' }] })
  })

  test('impossible choices are rejected by name', async () => {
    const id = await imports.uploaded(goodImport)
    const change = (body: unknown) => imports.staff.patch(`/api/v4/imports/${id}/`, body)
    expect((await change({ columns: ['amount'] })).body).toEqual({
      columns: ['The file has a different number of columns'],
    })
    const twice = ['amount', 'amount', null, null, null, null]
    expect((await change({ columns: twice })).body.columns).toEqual(['Two columns have the same field'])
    expect((await change({ columns: ['salary'] })).status).toBe(400)
    expect((await change({ rates: { GBP: '-1' } })).status).toBe(400)
    expect((await change({ rates: { gbp: '1' } })).status).toBe(400)
    expect((await change({ unknown: 1 })).status).toBe(400)
    const latin = (await imports.upload(Buffer.from(goodImport.join('\n'), 'latin1'))).body.id as number
    expect((await imports.staff.patch(`/api/v4/imports/${latin}/`, { encoding: 'utf-8' })).body).toEqual({
      file: ['The umlauts of the file are not encoded as chosen (line 2)'],
    })
    expect((await imports.staff.get('/api/v4/imports/999999/')).status).toBe(404)
    expect((await imports.staff.get('/api/v4/imports/x/')).status).toBe(400)
  })

  test.each([
    [
      'amount_in_cents',
      { amount_in_cents: true },
      { keep_sums: true },
      { amount_in_cents: true, keep_sums: true },
    ],
    ['encoding', { encoding: 'utf-8' }, { partial: true }, { options: { encoding: 'utf-8', partial: true } }],
  ])(
    'a change of %s keeps what somebody else changes while it reads the file',
    async (_, slow, fast, both) => {
      const path = `/api/v4/imports/${await imports.uploaded(goodImport)}/`
      const reading = beforeReading(async () => {
        reading.mockRestore()
        expect((await imports.staff.patch(path, fast)).status).toBe(200)
      })
      const { status, body } = await imports.staff.patch(path, slow)
      expect([status, body]).toMatchObject([200, both])
      expect((await imports.staff.get(path)).body).toMatchObject(both)
    },
  )

  test('a change of another version is refused with the current import; one without a version is saved', async () => {
    const path = `/api/v4/imports/${await imports.uploaded(goodImport)}/`
    const change = (body: object, version?: number) =>
      imports.staff.patch(path, body, version ? { headers: { 'if-match': `"${version}"` } } : {})
    const { version } = (await imports.staff.get(path)).body as { version: number }
    const first = await change({ keep_sums: true, version })
    expect([first.status, first.body.version]).toEqual([200, version + 1])
    for (const stale of [
      await change({ partial: true, version }),
      await change({ partial: true }, version),
      await change({ keep_sums: true, version }),
    ]) {
      expect([stale.status, stale.body.code]).toEqual([409, 'edit_conflict'])
      expect(stale.body.current).toMatchObject({ version: version + 1, keep_sums: true })
    }
    expect((await change({ project_per_year: true }, version + 1)).status).toBe(200)
    expect((await change({ partial: true })).body).toMatchObject({
      version: version + 3,
      keep_sums: true,
      project_per_year: true,
    })
  })

  test('a change is refused when others keep changing the import', async () => {
    const id = await imports.uploaded(goodImport)
    const path = `/api/v4/imports/${id}/`
    const reading = beforeReading(() =>
      imports.app.db
        .updateTable('imports')
        .set((row) => ({ version: row('version', '+', 1) }))
        .where('id', '=', id)
        .execute(),
    )
    try {
      const { status, body } = await imports.staff.patch(path, { partial: true })
      expect([status, body.code]).toEqual([409, 'edit_conflict'])
    } finally {
      reading.mockRestore()
    }
    expect((await imports.staff.get(path)).body.options.partial).toBe(false)
  })

  test('the need is the requested amount when it exceeds the given one', async () => {
    const lines = ['Verein;Projekt;Betrag;Beantragt;Jahr', 'A;P;50;80;2016', 'A;P;30;;2017', 'A;Q;9;7;2017']
    await imports.run(lines)
    expect((await imports.everything()).projects).toMatchObject([
      { title: 'P', target_cents: 11_000, funded_cents: 8_000 },
      { title: 'Q', target_cents: 900, funded_cents: 900 },
    ])
  })

  test('a year without a day is booked on its last day, or today for the current year', async () => {
    await imports.run(['Verein;Projekt;Betrag;Jahr', 'A;P;1;2026', 'A;P;1;2025'])
    const { gifts } = await imports.everything()
    expect(gifts.map((gift) => gift.received_on)).toEqual(['2026-11-21', '2025-12-31'])
  })
})

test('new projects cannot get a switched-off funding type, whether chosen or named by the file', async () => {
  const off = () => imports.app.db.updateTable('platform_features').set({ enableSponsoring: false }).execute()
  const lines = ['Verein;Projekt;Förderart;Betrag;Jahr', 'Chor Süd e. V.;Noten;Sponsoring;10;2016']
  const named = await imports.uploaded(lines)
  await off()
  const chosen = await imports.staff.patch(`/api/v4/imports/${named}/`, { funding_type: 2 })
  expect([chosen.status, chosen.body]).toEqual([400, { funding_type: ['This funding type is switched off'] }])
  const failed = await imports.act(named, 'run')
  expect([failed.state, failed.failure.code]).toEqual(['failed', 'funding_type_switched_off'])
  expect((await imports.everything()).projects).toEqual([])
})

describe("a currency in the column's name", () => {
  const file = ['Verein;Projekt;Jahr;FoerderbeitragCHF', 'Kino Eins;Film;2015;100', 'Kino Zwei;Film;2016;200']
  const sums = (body: { counts: { years: { year: number; cents: number }[] } }) =>
    body.counts.years.map(({ year, cents }) => [year, cents])

  test('is asked for, and nothing is booked as EUR by default', async () => {
    const id = await imports.uploaded(file)
    const { body } = await imports.staff.get(`/api/v4/imports/${id}/`)
    expect(body.currency_question).toEqual({ column: 'FoerderbeitragCHF', currency: 'CHF' })
    const checked = await imports.act(id, 'check')
    expect(checked.counts).toMatchObject({ refused: 2, gifts: { new: 0 } })
    expect(checked.counts.refused_by).toMatchObject([
      { field: 'amount', code: 'currency_not_accepted', rows: 2 },
    ])
    expect(checked.can_run).toBe(false)
  })

  test('the rate of a year takes precedence and is noted on the gift', async () => {
    const done = await imports.run(file, { rates: { CHF: '0.9', 'CHF 2016': '0.95' } })
    expect(done.currency_question).toBeNull()
    expect(sums(done)).toEqual([
      [2015, 9_000],
      [2016, 19_000],
    ])
    const { gifts } = await imports.everything()
    expect(gifts.map(({ note }) => note)).toEqual(['CHF 100.00 × 0.9', 'CHF 200.00 × 0.95'])
  })

  test('a year without a rate is refused as such, not as too large', async () => {
    const checked = await imports.act(
      await imports.uploaded(file, { rates: { 'CHF 2016': '0.95' } }),
      'check',
    )
    expect(checked.counts.refused_by).toMatchObject([
      { field: 'amount', code: 'currency_not_accepted', rows: 1 },
    ])
  })

  test('a person may choose EUR anyway, or another column', async () => {
    expect(sums(await imports.run(file, { currency: 'EUR' }))).toEqual([
      [2015, 10_000],
      [2016, 20_000],
    ])
    const other = ['Verein;Projekt;Jahr;Betrag CHF;Summe', 'Kino Drei;Film;2015;100;90']
    const id = await imports.uploaded(other, {
      columns: ['organization_title', 'project_title', 'year', null, 'amount'],
    })
    expect((await imports.staff.get(`/api/v4/imports/${id}/`)).body.currency_question).toBeNull()
    expect(sums(await imports.act(id, 'run'))).toEqual([[2015, 9_000]])
  })
})

describe('a column whose name may mean projects', () => {
  const films = ['Titel', ...Array.from({ length: 9 }, (_, n) => `Film ${n}`)]

  test('is asked about, and creates no organization before somebody answers', async () => {
    const id = await imports.uploaded(films)
    const { body } = await imports.staff.get(`/api/v4/imports/${id}/`)
    expect(body.column_question).toEqual({ column: 0, name: 'Titel', values: 9, distinct: 9 })
    expect(body.can_run).toBe(false)
    expect((await imports.act(id, 'check')).can_run).toBe(false)
    const refused = await imports.staff.post(`/api/v4/imports/${id}/run/`)
    expect([refused.status, refused.body.code]).toEqual([409, 'import_question_open'])
    expect((await imports.everything()).organizations).toEqual([])
  })

  test('is settled by either answer', async () => {
    const id = await imports.uploaded(films, { columns: ['organization_title'] })
    expect((await imports.act(id, 'run')).counts.organizations).toEqual({ new: 9, known: 0 })
    const other = await imports.uploaded(films, { columns: ['project_title'] })
    const checked = await imports.act(other, 'check')
    expect(checked.counts.refused_by).toMatchObject([{ field: 'organization_title', code: 'missing' }])
  })

  test('is certain when the file has other fields of organizations', async () => {
    const id = await imports.uploaded(['Name;PLZ', 'Chor Süd;10967'])
    expect((await imports.staff.get(`/api/v4/imports/${id}/`)).body.column_question).toBeNull()
  })
})
