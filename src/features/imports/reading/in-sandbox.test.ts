import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReadOptions } from './file.ts'
import { kindOf } from './file.ts'
import { type Batch, readInSandbox, readLimits } from './in-sandbox.ts'
import { filesPerProcess } from '#server/sandbox/sandbox.ts'

// As in the product: one file per process.
filesPerProcess.most = 1

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function file(content: string | Uint8Array) {
  const path = join(folder, 'file')
  await writeFile(path, content)
  return path
}

async function read(content: string | Uint8Array, options?: ReadOptions) {
  const batches = await Array.fromAsync(readInSandbox(await file(content), options))
  return { facts: batches.at(-1)!.facts, rows: batches.flatMap((batch) => batch.rows) }
}

describe('readInSandbox', () => {
  test('detects CSV, workbooks and grants by content', async () => {
    expect(await read('a;b\n1;ü\n')).toEqual({
      facts: { kind: 'csv', encoding: 'utf-8', separator: ';' },
      rows: [
        { line: 1, cells: ['a', 'b'] },
        { line: 2, cells: ['1', 'ü'] },
      ],
    })
    const workbook = await writeXlsx({ sheets: [{ name: 'S', rows: [['a', 1]] }] })
    expect(await read(workbook)).toEqual({
      facts: { kind: 'xlsx', sheets: ['S'], hidden: { rows: false, columns: [] } },
      rows: [{ line: 1, cells: ['a', 1] }],
    })
    expect((await read('\ufeff {"grants":[{"id":"1"}]}')).facts).toEqual({
      kind: 'grants360',
      encoding: 'utf-8',
    })
  })

  test("passes a person's choices to the reader", async () => {
    const { facts, rows } = await read(Buffer.from('a,b;ä\n', 'utf8'), {
      encoding: 'windows-1252',
      separator: ';',
    })
    expect([facts.encoding, rows[0]!.cells]).toEqual(['windows-1252', ['a,b', 'Ã¤']])
  })

  test('many rows arrive in batches and in order', async () => {
    const batches = await Array.fromAsync(
      readInSandbox(await file('n\n' + Array.from({ length: 2_000 }, (_, i) => `${i}\n`).join(''))),
    )
    expect(batches.length).toBeGreaterThan(3)
    const rows = batches.flatMap((batch) => batch.rows)
    expect(rows.slice(1).map((row) => row.cells[0])).toEqual(
      Array.from({ length: 2_000 }, (_, i) => String(i)),
    )
  })

  test("a reader's refusal arrives with code and line, after the good rows", async () => {
    const seen: Batch[] = []
    const reading = (async () => {
      const path = await file('a,b\n' + '1,2\n'.repeat(1_000) + '"3,4\n')
      for await (const batch of readInSandbox(path)) seen.push(batch)
    })()
    await expect(reading).rejects.toMatchObject({
      name: 'ReadError',
      code: 'unterminated_quote',
      line: 1_002,
    })
    expect(seen.flatMap((batch) => batch.rows)).toHaveLength(1_000)
  })

  test('a file that needs too much memory ends its process, not the server', async () => {
    // One shared string of 60 MB: within the archive's limits, too much for a heap of 16 MB.
    const workbook = await writeXlsx({
      sheets: [{ name: 'S', rows: Array.from({ length: 60_000 }, (_, i) => [`${i}`.repeat(200)]) }],
    })
    const path = await file(workbook)
    const limits = { ...readLimits, memoryMb: 16 }
    await expect(Array.fromAsync(readInSandbox(path, {}, { limits }))).rejects.toMatchObject({
      code: 'memory_limit',
    })
  })

  test('gives up on a file that takes too much processor time', async () => {
    const path = await file('a\n')
    const limits = { ...readLimits, processorMs: 0 }
    await expect(Array.fromAsync(readInSandbox(path, {}, { limits }))).rejects.toMatchObject({
      code: 'time_limit',
    })
  })

  test('can be aborted between and within batches', async () => {
    const path = await file('n\n' + 'x\n'.repeat(100_000))
    const stop = new AbortController()
    const reading = (async () => {
      for await (const _batch of readInSandbox(path, {}, { signal: stop.signal }))
        stop.abort(new Error('cancelled'))
    })()
    await expect(reading).rejects.toThrow('cancelled')
  })

  test('a missing file is a system error, not a refusal of the file', async () => {
    await expect(Array.fromAsync(readInSandbox(join(folder, 'none')))).rejects.toMatchObject({
      code: 'ENOENT',
    })
  })
})

test.each([
  ['a PDF', '%PDF-1.7', 'unsupported_kind'],
  ['an old workbook', '\xd0\xcf\x11\xe0\xa1\xb1', 'unsupported_kind'],
  ['gzip', '\x1f\x8b\x08', 'unsupported_kind'],
  ['nothing', '', 'empty_file'],
])('%s is refused by its first bytes', (_name, head, code) => {
  expect(() => kindOf(Buffer.from(head, 'latin1'))).toThrow(expect.objectContaining({ code }))
})
