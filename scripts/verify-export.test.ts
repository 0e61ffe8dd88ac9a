import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeXlsx } from '#server/formats/xlsx.ts'
import { type Client, type TestApp, testApp } from '#test/app.ts'
import { createGift, createProject } from '#test/factories.ts'
import { compareExport } from './verify-export.ts'

let app: TestApp
let admin: Client
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-'))
  app = await testApp()
  admin = await app.as('superuser')
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

async function exported(): Promise<{ path: string; bytes: Uint8Array }> {
  const { bytes } = await admin.get('/api/v4/projects/export/?ordering=title')
  const path = join(folder, 'Projects.xlsx')
  await writeFile(path, bytes)
  return { path, bytes }
}

test('an export is verified by its rows, its sums and the hash of its data', async () => {
  for (const cents of [12_345, 99_999_999, 1]) {
    const project = await createProject(app.db, { title: `Hof ${cents}`, needs: [cents] })
    await createGift(app.db, project, cents)
  }
  const compared = await compareExport((await exported()).path)
  expect(compared.filter(({ said, found }) => said !== found)).toEqual([])
  expect(compared[0]).toEqual({ what: 'Rows', said: '3', found: '3' })
  expect(compared.map(({ found }) => found)).toContain('100012345')
  expect(compared.at(-1)!.found).toMatch(/^[0-9a-f]{64}$/)
})

test('a figure changed afterwards is detected by its sum and the hash', async () => {
  const { sha256, sums } = await new Promise<{ sha256: string; sums: readonly { cents: bigint }[] }>(
    (resolve) => {
      void written([100, 200], resolve)
    },
  )
  const path = join(folder, 'changed.xlsx')
  const changed = await written([100, 201], () => {}, { rows: 2, sha256, cents: sums[0]!.cents })
  await writeFile(path, changed)
  const different = (await compareExport(path)).filter(({ said, found }) => said !== found)
  expect(different.map(({ what }) => what)).toEqual(['Sum: Amount', 'SHA-256 of the data sheet'])
  expect(different[0]).toMatchObject({ said: '300', found: '301' })
})

test('a workbook that is not an export is refused', async () => {
  const path = join(folder, 'other.xlsx')
  const sheet = { name: 'A', columns: [{ header: 'A', kind: 'text' as const }], rows: [['x']] }
  await writeFile(path, Buffer.concat(await Array.fromAsync(writeXlsx({ sheets: [sheet] }))))
  await expect(compareExport(path)).rejects.toThrow('not an export')
})

type Count = { sha256: string; sums: readonly { cents: bigint }[] }

/** A workbook of amounts; About holds the true values, or the given ones. */
async function written(
  amounts: number[],
  onCount: (count: Count) => void,
  said?: { rows: number; sha256: string; cents: bigint },
): Promise<Buffer> {
  const pieces = writeXlsx({
    sheets: [
      {
        name: 'Data',
        columns: [{ header: 'Amount', kind: 'money_cents' }],
        rows: amounts.map((amount) => [amount]),
      },
    ],
    about: {
      name: 'About',
      rows: (count) => {
        onCount(count)
        return [
          ['Rows', said?.rows ?? count.rows],
          ['Sum: Amount', { cents: said?.cents ?? count.sums[0]!.cents }],
          ['SHA-256 of the data sheet', said?.sha256 ?? count.sha256],
        ]
      },
    },
  })
  return Buffer.concat(await Array.fromAsync(pieces))
}
