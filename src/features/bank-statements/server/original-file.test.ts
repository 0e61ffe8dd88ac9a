import { createHash } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { camt, mt940 } from '#test/statements.ts'
import { eachOnStatementApp } from '#test/statement-app.ts'
import { statementCalls } from '#test/statement-calls.ts'
import { zip } from '#test/zip.ts'

// The original file of a statement is stored byte for byte, for people who may see all of its contents.

const rights = [
  'create_bank_statements',
  'change_bank_statements',
  'export_data',
  'change_private_donations',
] as const
let app: TestApp
let clerk: Client
eachOnStatementApp((given) => ({ app, clerk } = given), rights)
const { base } = statementCalls(() => ({ app, clerk }))

async function upload(bytes: Buffer<ArrayBuffer>, name = 'Auszug März.xml') {
  const form = new FormData()
  form.append('file', new Blob([bytes]), name)
  return clerk.call('POST', base, { raw: form })
}
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const stored = () =>
  app.db
    .selectFrom('bank_statement_files')
    .select(['file_key', 'kept_key', 'sha256'])
    .executeTakeFirstOrThrow()

const line = { cents: 500, name: 'Renate Albers', iban: 'DE02120300000000202051', text: 'Grüße' }

test.each([
  ['CAMT', Buffer.from(camt([{ lines: [line] }]))],
  ['MT940 in Windows-1252', Buffer.from(mt940({ lines: [line] }), 'latin1')],
  ['a ZIP', zip({ name: 'a.xml', data: Buffer.from(camt([{ lines: [line] }])) })],
])('%s is returned unchanged, and the download is audited', async (_name, bytes) => {
  const { body } = await upload(bytes)
  const [id] = body.statements
  const { original } = (await clerk.get(`${base}${id}/`)).body
  expect(original).toEqual({ filename: 'Auszug März.xml', sha256: hashOf(bytes) })
  const answer = await clerk.get(`${base}${id}/file/`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toContain(encodeURIComponent('Auszug März.xml'))
  expect(hashOf(answer.bytes)).toBe(original.sha256)
  const event = await app.db
    .selectFrom('audit_events')
    .select(['action', 'object_id'])
    .where('action', '=', 'download')
    .executeTakeFirstOrThrow()
  expect(event).toEqual({ action: 'download', object_id: id })
})

test('a large file imported by a worker is stored, and a refused one is not', async () => {
  const many = Array.from({ length: 2_100 }, (_, at) => ({ cents: at + 1 }))
  const bytes = Buffer.from(camt([{ lines: many }]))
  const { body } = await upload(bytes)
  expect(body.state).toBe('waiting')
  await app.runJobs()
  expect(await stored()).toMatchObject({ file_key: null, sha256: hashOf(bytes) })
  const { statements } = (await clerk.get(`${base}files/${body.id}/`)).body
  expect(hashOf((await clerk.get(`${base}${statements[0]}/file/`)).bytes)).toBe(hashOf(bytes))

  const folder = dirname(await app.services.files.localPath((await stored()).kept_key!))
  const before = await readdir(folder)
  expect((await upload(Buffer.from(camt([{ lines: [line], closing: 1 }])))).status).toBe(400)
  expect(await readdir(folder)).toEqual(before)
})

test('a damaged file is not returned', async () => {
  const { body } = await upload(Buffer.from(camt([{ lines: [line] }])))
  await writeFile(await app.services.files.localPath((await stored()).kept_key!), 'other')
  const answer = await clerk.get(`${base}${body.statements[0]}/file/`)
  expect([answer.status, answer.body.code]).toEqual([409, 'file_damaged'])
})

test.each(rights.slice(1))('without %s the file is not available', async (missing) => {
  const { body } = await upload(Buffer.from(camt([{ lines: [line] }])))
  const other = await app.as(rights.filter((right) => right !== missing))
  const answer = await other.get(`${base}${body.statements[0]}/file/`)
  expect([answer.status, answer.body.permission]).toEqual([403, missing])
})

test('a statement from before files were stored has none', async () => {
  const { body } = await upload(Buffer.from(camt([{ lines: [line] }])))
  await app.db.updateTable('bank_statement_files').set({ kept_key: null, sha256: null }).execute()
  const [id] = body.statements
  expect((await clerk.get(`${base}${id}/`)).body.original).toBeNull()
  expect((await clerk.get(`${base}${id}/file/`)).status).toBe(404)
})
