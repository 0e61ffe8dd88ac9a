import { describe, expect, test } from 'vitest'
import { goodImport, importApp } from '../../../../test/import-app.ts'

const imports = importApp()

describe('choices', () => {
  test('columns, header and currency rates are corrected; rates are exact and noted', async () => {
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

  test('without a rate a foreign currency is refused by row', async () => {
    const checked = await imports.act(
      await imports.uploaded(['Verein;Projekt;Betrag;Jahr', 'A;B;£5;2016', 'A;B;5 €;2016']),
      'check',
    )
    expect(checked.counts).toMatchObject({ refused: 1, refused_by: [{ code: 'currency_not_accepted' }] })
  })

  test('what cannot be is refused by name', async () => {
    const id = await imports.uploaded(goodImport)
    const change = (body: unknown) => imports.staff.patch(`/api/v4/imports/${id}/`, body)
    expect((await change({ columns: ['amount'] })).body).toEqual({
      columns: ['The file has another number of columns'],
    })
    const twice = ['amount', 'amount', null, null, null, null]
    expect((await change({ columns: twice })).body.columns).toEqual(['Two columns have the same field'])
    expect((await change({ columns: ['salary'] })).status).toBe(400)
    expect((await change({ rates: { GBP: '-1' } })).status).toBe(400)
    expect((await change({ rates: { gbp: '1' } })).status).toBe(400)
    expect((await change({ unknown: 1 })).status).toBe(400)
    const latin = (await imports.upload(Buffer.from(goodImport.join('\n'), 'latin1'))).body.id as number
    expect((await imports.staff.patch(`/api/v4/imports/${latin}/`, { encoding: 'utf-8' })).body).toEqual({
      file: ['The file is not in the chosen encoding (line 2)'],
    })
    expect((await imports.staff.get('/api/v4/imports/999999/')).status).toBe(404)
    expect((await imports.staff.get('/api/v4/imports/x/')).status).toBe(400)
  })

  test('asked for and given: the need is what was asked for where that is more', async () => {
    const lines = ['Verein;Projekt;Betrag;Beantragt;Jahr', 'A;P;50;80;2016', 'A;P;30;;2017', 'A;Q;9;7;2017']
    await imports.run(lines)
    expect((await imports.everything()).projects).toMatchObject([
      { title: 'P', target_cents: 11_000, funded_cents: 8_000 },
      { title: 'Q', target_cents: 900, funded_cents: 900 },
    ])
  })

  test('a year without a day is booked on its last day, this year today', async () => {
    await imports.run(['Verein;Projekt;Betrag;Jahr', 'A;P;1;2026', 'A;P;1;2025'])
    const { gifts } = await imports.everything()
    expect(gifts.map((gift) => gift.received_on)).toEqual(['2026-11-21', '2025-12-31'])
  })
})

test('new projects get no funding type that is switched off, chosen or named by the file', async () => {
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
