import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useApp } from '#test/app.ts'
import { camt, houseIban } from '#test/statements.ts'
import { fileKeys, sweepFiles } from './sweep.ts'

const app = useApp({ resets: false })

const keys = async () => (await Array.fromAsync(app.services.files.list())).map(({ key }) => key).toSorted()
const sweep = (days: number) =>
  sweepFiles(app.db, app.services.files, new Date(Date.now() + days * 86_400_000))

test('a file left by a killed upload is removed after a day; a referenced file stays', async () => {
  const staff = await app.as('superuser')
  const send = async (path: string, content: string, name: string) => {
    const form = new FormData()
    form.set('file', new Blob([content]), name)
    expect((await staff.call('POST', path, { raw: form })).status).toBe(201)
  }
  await app.db.updateTable('bank_accounts').set({ iban: houseIban }).where('slug', '=', 'main').execute()
  const line = { cents: 700, name: 'Chor', text: 'Spende' }
  await send('/api/v4/imports/', 'Organisation;Projekt;Betrag in Euro\nChor;Noten;1,00', 'gaben.csv')
  await send('/api/v4/bank-statements/', camt([{ number: '1', lines: [line] }]), 'auszug.xml')
  const { key } = await app.services.files.put(Readable.from(['an export']))
  await app.db
    .insertInto('exports')
    .values({
      user_id: staff.userId,
      list: 'projects',
      query: '{}',
      language: 'en_US',
      status: 'done',
      file_key: key,
      created_at: app.clock.now,
    })
    .execute()
  const named = await keys()
  expect(named.length).toBeGreaterThanOrEqual(2)
  // A file stored by a process that was killed before it wrote the row.
  const lost = await app.services.files.put(Readable.from(['Chor;Noten;1,00']))
  expect(await sweep(0)).toBe(0)
  expect(await keys()).toEqual([...named, lost.key].toSorted())
  expect(await sweep(2)).toBe(1)
  expect(await keys()).toEqual(named)
})

test('the sweep checks every column that names a stored file', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and column_name in ('file_key', 'kept_key', 'stored_key') order by 1, 2`.execute(
    app.db,
  )
  expect(rows.map(({ table, column }) => [table, column])).toEqual(
    fileKeys.toSorted((one, other) => (one.join() < other.join() ? -1 : 1)),
  )
})
