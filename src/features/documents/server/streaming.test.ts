import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { cookiesOf, type Client, useApp } from '#test/app.ts'
import { documentsPath as path, givenDocument, uploadDocument } from '#test/documents.ts'
import { createOrganization } from '#test/factories.ts'
import { bombs, pdfOfSize, simplePdf } from '#test/make-pdf.ts'
import { boundary, headOfFile as head, streamUpload } from '#test/stream-upload.ts'

const app = useApp({ resets: false })
let staff: Client
let target: { target_type: string; target_id: number }
beforeAll(async () => {
  staff = await app.as('superuser')
  target = { target_type: 'organization', target_id: (await createOrganization(app.db)).id }
})

const megabyte = 1024 * 1024
const stream = (first: string, piece: Buffer, most: number, length?: number) =>
  streamUpload(staff, `${app.base}${path}`, { first, piece, most, length })

test('an oversized upload is refused at the limit, not at its end', async () => {
  const { status, sent } = await stream(`${head()}%PDF-1.7\n`, Buffer.alloc(256 * 1024, 0x41), 400 * megabyte)
  expect(status).toBe(413)
  // Besides the accepted 8 MB, some data lies in the buffers of both sockets.
  expect(sent).toBeLessThan(40 * megabyte)
})

test('a declared length above the limit is refused before the file arrives', async () => {
  const { status } = await stream(head(), Buffer.alloc(1024), 0, 500 * megabyte)
  expect(status).toBe(413)
})

test('an upload that is no PDF is refused after its first kilobyte', async () => {
  const { status, body, sent } = await stream(
    head('film.pdf'),
    Buffer.alloc(256 * 1024, 0x42),
    400 * megabyte,
  )
  expect([status, JSON.parse(body).code]).toEqual([415, 'not_a_pdf'])
  expect(sent).toBeLessThan(40 * megabyte)
})

test('an interrupted upload leaves no file', async () => {
  const files = () => readdir(join(app.services.config.dataDir, 'files')).catch(() => [])
  const before = await files()
  const arrived = once(app.app.server, 'request') as Promise<[IncomingMessage]>
  const { cookie, csrf } = cookiesOf(staff.token)
  const type = `multipart/form-data; boundary=${boundary}`
  const call = request(`${app.base}${path}`, {
    method: 'POST',
    headers: { cookie, 'x-csrftoken': csrf, 'content-type': type },
  })
  call.on('error', () => {})
  call.write(`${head()}%PDF-1.7\n`)
  const [received] = await arrived
  const closed = new Promise((resolve) => received.once('close', resolve))
  call.destroy()
  await closed
  expect((await staff.get(path)).body.count).toBe(0)
  expect(await files()).toEqual(before)
})

test('PDF bombs are refused without growing memory, and the next upload is kept', async () => {
  await givenDocument(staff, { type: 'other', ...target })
  const files = Object.values(bombs).map((make) => make())
  const before = process.memoryUsage.rss()
  const answers = await Promise.all(
    files.map((bytes) => uploadDocument(staff, { type: 'other', ...target }, { bytes })),
  )
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
    files.map(() => [415, 'invalid_file_type']),
  )
  expect(process.memoryUsage.rss() - before).toBeLessThan(128 * megabyte)
  expect((await uploadDocument(staff, { type: 'other', ...target })).status).toBe(201)
})

test('twenty simultaneous uploads of 8 MB are all kept under one hash', async () => {
  const bytes = pdfOfSize(8 * megabyte)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => uploadDocument(staff, { type: 'letter', ...target }, { bytes })),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  const same = await app.db.selectFrom('documents').select('sha256').where('type', '=', 'letter').execute()
  expect(new Set(same.map(({ sha256 }) => sha256)).size).toBe(1)
})

test('one of several simultaneous uploads of the same bytes is current, the others are its history', async () => {
  const bytes = simplePdf()
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => uploadDocument(staff, { type: 'statutes', ...target }, { bytes })),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  const states = (await staff.get(`${path}?type=statutes`)).body.results.map(
    (row: { state: string }) => row.state,
  )
  expect(states.toSorted()).toEqual(['current', ...Array.from({ length: 7 }, () => 'superseded')])
})
