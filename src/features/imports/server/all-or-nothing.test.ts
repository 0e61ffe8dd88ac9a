import { describe, expect, test } from 'vitest'
import { goodImport, importApp, importHeader } from '#test/import-app.ts'

const imports = importApp()

describe('all or nothing', () => {
  const mixed = [
    ...goodImport,
    'Ohne Betrag;;P;;2017;',
    ';;P;1;2017;',
    'Zukunft;;P;1;2027;',
    'Minus;;P;-5,00;2017;',
  ]

  test('one refused row blocks the whole file, and a check shows why', async () => {
    const id = await imports.uploaded(mixed)
    const checked = await imports.act(id, 'check')
    expect(checked).toMatchObject({
      state: 'checked',
      can_run: false,
      counts: {
        rows: 7,
        refused: 4,
        refused_by: [
          { code: 'amount_missing', field: 'amount', rows: 1, text: 'Amount: The amount is missing' },
          { code: 'amount_negative', rows: 1 },
          { code: 'date_in_future', field: 'year', rows: 1 },
          { code: 'missing', field: 'organization_title', rows: 1 },
        ],
      },
    })
    const refused = await imports.staff.post(`/api/v4/imports/${id}/run/`)
    expect([refused.status, refused.body.code]).toEqual([409, 'import_rows_refused'])
    expect(await imports.run(mixed)).toMatchObject({ state: 'failed', failure: { code: 'rows_refused' } })
    expect(await imports.everything()).toEqual({ organizations: [], projects: [], gifts: [] })
  })

  test('partial imports the good rows, and the others can be downloaded with their reasons', async () => {
    const done = await imports.run([...mixed, '=1+1;;P;;2017;'], { partial: true })
    expect(done).toMatchObject({ state: 'done', counts: { gifts: { new: 3 }, refused: 5 } })
    const csv = await imports.staff.get(`/api/v4/imports/${done.id}/refused/`, { locale: 'du_DE' })
    expect(csv.headers.get('content-disposition')).toContain('file-abgelehnt.csv')
    const lines = Buffer.from(csv.bytes).toString('utf8').split('\r\n')
    expect(lines[0]).toBe(`\ufeffZeile;Grund der Ablehnung;${importHeader}`)
    expect(lines[1]).toBe('5;Betrag: Der Betrag fehlt;Ohne Betrag;;P;;2017;')
    expect(lines[4]).toContain('Minus;;P;-5,00;2017;')
    expect(lines[5]).toContain(";'=1+1;;P")
    const xlsx = await imports.staff.get(`/api/v4/imports/${done.id}/refused/?format=xlsx`)
    expect(Buffer.from(xlsx.bytes.subarray(0, 2)).toString()).toBe('PK')
    expect((await imports.staff.get(`/api/v4/imports/${done.id}/refused/?format=pdf`)).status).toBe(400)
  })

  test('a file that breaks off in the middle changes nothing and names the line', async () => {
    const rows = Array.from({ length: 1_200 }, (_, i) => `V${i};;P;1;2017;`)
    const done = await imports.run([importHeader, ...rows, '"never closed;;P;1;2017;'], { partial: true })
    expect(done).toMatchObject({ state: 'failed', failure: { code: 'unterminated_quote', line: 1_202 } })
    expect((await imports.everything()).organizations).toEqual([])
    expect(await imports.app.db.selectFrom('import_rows').selectAll().execute()).toEqual([])
  })

  test('an error while applying leaves nothing behind', async () => {
    await imports.app.database.pool.query(`
      create function test_refuse() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$;
      create trigger test_refuse before insert on fundings for each row when (new.amount_cents = 5000) execute function test_refuse()`)
    try {
      const id = await imports.uploaded(goodImport)
      await imports.staff.post(`/api/v4/imports/${id}/run/`)
      await expect(imports.work()).rejects.toThrow('no room')
      const { body } = await imports.staff.get(`/api/v4/imports/${id}/`)
      expect(body).toMatchObject({ state: 'failed', failure: { code: 'unexpected' }, can_run: true })
      expect(await imports.everything()).toEqual({ organizations: [], projects: [], gifts: [] })
    } finally {
      await imports.app.database.pool.query('drop function test_refuse() cascade')
    }
  })
})
