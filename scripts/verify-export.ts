/**
 * npm run verify-export -- FILE: proves that an export's data is unchanged since Almoner wrote it. Counts its rows,
 * adds up its money columns and hashes its data sheets again, and compares the results with the About sheet. Exits with
 * 1 when something differs.
 */
import { createHash } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { createInflateRaw } from 'node:zlib'
import { Readable } from 'node:stream'
import { type CellValue, readXlsx } from 'hucre'
import { listArchive, packedBytes } from '#server/reading/archive.ts'
import { exportMessages } from '#features/exports/messages.ts'

/** A value in About beside the value in the data; amounts in cents. */
export type Compared = { what: string; said: string; found: string }

/** Every value in About that the data can confirm or refute. Throws when the file is no such export. */
export async function compareExport(path: string): Promise<Compared[]> {
  const { sheets } = await readXlsx(await readFile(path))
  const about = sheets.at(-1)
  const data = sheets.slice(0, -1)
  const line = (key: keyof typeof exportMessages, parameter = '') => {
    const names = exportMessages[key].map((text) => text.replace('{column}', parameter))
    return about?.rows.find((row) => names.includes(String(row[0])))
  }
  const hash = line('exports.sha256')
  if (!hash || data.length === 0)
    throw new Error('not an export of Almoner, or one from before exports could be proved')
  const header = data[0]!.rows[0]!.map(String)
  const rows = data.flatMap((sheet) => sheet.rows.slice(1))
  const sums = header.flatMap((name, column) => {
    const said = line('exports.sum', name)
    const cents = rows.reduce((sum, row) => sum + centsOf(row[column]), 0n)
    return said ? [{ what: String(said[0]), said: String(centsOf(said[1])), found: String(cents) }] : []
  })
  const count = line('exports.count')
  return [
    { what: String(count?.[0]), said: String(count?.[1]), found: String(rows.length) },
    ...sums,
    { what: String(hash[0]), said: String(hash[1]), found: await hashOf(path, data.length) },
  ]
}

const centsOf = (value: CellValue | undefined) =>
  typeof value === 'number' ? BigInt(Math.round(value * 100)) : 0n

/** The hash of the first sheets as stored in the archive. */
async function hashOf(path: string, sheets: number): Promise<string> {
  const file = await open(path)
  try {
    const parts = await listArchive(file)
    const hash = createHash('sha256')
    for (let number = 1; number <= sheets; number++) {
      const part = parts.find(({ name }) => name === `xl/worksheets/sheet${number}.xml`)
      if (!part) throw new Error(`sheet ${number} is missing`)
      const packed = Readable.from(packedBytes(file, part))
      for await (const piece of part.method === 0 ? packed : packed.pipe(createInflateRaw()))
        hash.update(piece as Buffer)
    }
    return hash.digest('hex')
  } finally {
    await file.close()
  }
}

if (import.meta.main) {
  const [path] = process.argv.slice(2)
  if (!path) throw new Error('npm run verify-export -- FILE')
  const compared = await compareExport(path)
  for (const { what, said, found } of compared)
    console.log(
      `${said === found ? 'ok  ' : 'DIFF'} ${what}: ${said}${said === found ? '' : `, but the data says ${found}`}`,
    )
  if (compared.some(({ said, found }) => said !== found)) process.exitCode = 1
}
