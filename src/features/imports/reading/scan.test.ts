import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRow } from '../rules.ts'
import { dataRows, scanFile } from './scan.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scan-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function file(lines: string[]) {
  const path = join(folder, 'file.csv')
  await writeFile(path, lines.join('\n'))
  return path
}

test('evidence from the last row is known when the first one is read', async () => {
  const open = Array.from({ length: 1_500 }, (_, i) => `V${i};P;1.234;02/03/2024`)
  const path = await file(['Verein;Projekt;Betrag;Datum', ...open, 'V;P;5,50;03/31/2024'])
  const progress: number[] = []
  const scan = await scanFile(path, {}, { onRows: (rows) => progress.push(rows) })
  expect(scan).toMatchObject({ rows: 1_501, facts: { separator: ';' }, mapping: { header: true } })
  expect(scan.sample).toHaveLength(200)
  expect(progress.at(-1)).toBe(1_501)
  const rows = (await Array.fromAsync(dataRows(path, scan.mapping))).flat()
  expect([rows.length, rows[0]!.line]).toEqual([1_501, 2])
  expect(readRow(scan.mapping, scan.evidence, rows[0]!)).toMatchObject({
    ok: { gift: { amount_cents: 123_400, date: '2024-02-03' } },
  })
})

test('a given mapping replaces the guess', async () => {
  const path = await file(['x;1,50', 'y;2,50'])
  const mapping = { header: false, columns: { organization_title: 0, amount: 1 }, fromContent: [] }
  const scan = await scanFile(path, { mapping })
  expect([scan.mapping, scan.rows, scan.evidence.amount]).toEqual([
    mapping,
    2,
    { comma: 2, point: 0, open: 0 },
  ])
})

test('a file with only a header has no rows', async () => {
  const scan = await scanFile(await file(['Verein;Projekt']))
  expect([scan.rows, scan.mapping.header]).toEqual([0, true])
})
