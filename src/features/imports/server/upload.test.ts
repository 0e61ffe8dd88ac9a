import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { goodImport, importApp } from '#test/import-app.ts'

const imports = importApp()

describe('upload', () => {
  test('returns the guesses, with the first rows and their results', async () => {
    const { body } = await imports.upload(goodImport.join('\n'), '../Zuwendungen 2017.csv')
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
        { name: 'Betrag in Euro', field: 'amount' },
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
    expect((await imports.staff.get('/api/v4/imports/')).body).toMatchObject({
      count: 1,
      results: [{ id: body.id }],
    })
  })

  test('keeps the file when the connection is lost at commit, because the commit may have succeeded', async () => {
    const before = await readdir(join(imports.dataDir, 'files')).catch(() => [])
    await sql`
      create function lose() returns trigger language plpgsql as $$ begin
        raise exception 'the connection was lost' using errcode = '57P01';
      end $$`.execute(imports.app.db)
    await sql`
      create constraint trigger lose after insert on imports deferrable initially deferred
      for each row execute function lose()`.execute(imports.app.db)
    expect((await imports.upload(goodImport.join('\n'))).status).toBe(503)
    await sql`drop trigger lose on imports`.execute(imports.app.db)
    expect(await readdir(join(imports.dataDir, 'files'))).toHaveLength(before.length + 1)
  })

  test('an unreadable file is refused at its field, and nothing is stored', async () => {
    const before = await readdir(join(imports.dataDir, 'files')).catch(() => [])
    for (const content of [
      '',
      '%PDF-1.7',
      'PK\x03\x04 no archive',
      '{"grants": []}',
      'a\0b',
      '<!DOCTYPE html><table>',
      '\ufeff<?xml version="1.0"?>',
    ])
      expect([content, (await imports.upload(content)).status]).toEqual([content, 400])
    const answer = await imports.upload('%PDF-1.7', 'a.pdf')
    expect(answer.body).toEqual({
      file: ['Files of this kind cannot be imported. CSV, XLSX and 360Giving JSON can.'],
    })
    expect((await imports.staff.call('POST', '/api/v4/imports/', { raw: new FormData() })).status).toBe(400)
    expect((await imports.staff.post('/api/v4/imports/', { file: 'x' })).status).toBe(415)
    expect((await imports.staff.get('/api/v4/imports/')).body.count).toBe(0)
    expect(await readdir(join(imports.dataDir, 'files')).catch(() => [])).toEqual(before)
  })

  test('a refusal at a line shows the rows around it and marks the unreadable cell', async () => {
    const open = await imports.upload('Verein;Ort\nChor;Bonn\n"Turnverein;Ulm\nChor Süd;Kiel\n')
    expect([open.status, open.body.excerpt.map((row: string) => JSON.parse(row))]).toEqual([
      400,
      [
        { line: 1, cells: ['Verein', 'Ort'], is_refused: false, odd: null },
        { line: 2, cells: ['Chor', 'Bonn'], is_refused: false, odd: null },
        { line: 3, cells: ['"Turnverein', 'Ulm'], is_refused: true, odd: null },
        { line: 4, cells: ['Chor Süd', 'Kiel'], is_refused: false, odd: null },
      ],
    ])
    const mixed = Buffer.concat([
      Buffer.from('Verein;Ort\nChor Süd;Köln\nGr'),
      Buffer.from([0xfc]),
      Buffer.from('n;Ulm\n'),
    ])
    const { status, body } = await imports.upload(mixed)
    expect([status, JSON.parse(body.excerpt[2])]).toEqual([
      400,
      { line: 3, cells: ['Gr\ufffdn', 'Ulm'], is_refused: true, odd: 0 },
    ])
  })

  test('requires both rights', async () => {
    const half = await imports.app.as(['create_projects'])
    const answer = await imports.upload('a;b', 'a.csv', half)
    expect(answer).toMatchObject({ status: 403, body: { permission: 'create_organizations' } })
    const id = await imports.uploaded(goodImport)
    for (const path of ['check/', 'run/', 'cancel/'])
      expect((await half.post(`/api/v4/imports/${id}/${path}`)).status).toBe(403)
    expect((await half.get(`/api/v4/imports/${id}/refused/`)).status).toBe(403)
  })

  test('an unknown field, or a field after the file, is rejected by name', async () => {
    const send = (parts: [string, string | Blob][]) => {
      const form = new FormData()
      for (const [name, value] of parts) form.append(name, value)
      return imports.staff.call('POST', '/api/v4/imports/', { raw: form })
    }
    const file: [string, Blob] = ['file', new Blob([goodImport.join('\n')])]
    const before = await send([['encoding', 'utf-8'], file])
    expect([before.status, before.body]).toEqual([400, { encoding: ['Unknown field'] }])
    const after = await send([file, ['encoding', 'utf-8']])
    expect([after.status, after.body]).toEqual([400, { encoding: ['Send this field before the file'] }])
    expect((await send([['__proto__', 'x'], file])).status).toBe(400)
    expect((await imports.staff.get('/api/v4/imports/')).body.count).toBe(0)
    expect(await readdir(join(imports.dataDir, 'files')).catch(() => [])).toEqual([])
  })
})
