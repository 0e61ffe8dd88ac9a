import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { Locale } from '#shared/messages.ts'
import type { Holder } from '#shared/permissions.ts'
import type { ImportField } from '../columns/fields.ts'
import type { Mapping } from '../columns/mapping.ts'
import type { SourceRow } from '#shared/reading/row.ts'
import { dataRows } from '../reading/scan.ts'
import { holds } from '../repair.ts'
import type { Refusal } from '../rules.ts'
import { columnsOf } from '../shape.ts'
import { bankCellsFor } from './masked-cells.ts'
import { refusalText } from './present.ts'
import type { ImportRecord } from './records.ts'
import { readOptionsOf } from './stage.ts'
import { type StagedRow, storable } from './staged-row.ts'

type ProblemFilter = {
  field?: string | undefined
  code?: string | undefined
  page: number
  page_size: number
}

/** One page of a checked file's refused rows, all or with one problem, with every reason and its columns. */
export async function problemRows(
  db: Db,
  record: ImportRecord,
  wanted: ProblemFilter,
  { user, locale }: { user: Holder; locale: Locale },
) {
  const { id, mapping } = record
  const shown = bankCellsFor(user, record)
  const { field, code, page, page_size } = wanted
  const reason = JSON.stringify([{ ...(field && { field }), ...(code && { code }) }])
  const which = sql`import_id = ${id} and refused is not null and refused -> 'reasons' @> ${reason}::jsonb`
  const { rows: counted } = await sql<{
    n: number
  }>`select count(*) as n from import_rows where ${which}`.execute(db)
  const { rows } = await sql<{ line: number; refused: NonNullable<StagedRow['refused']> }>`
    select line, refused from import_rows where ${which}
    order by n limit ${page_size} offset ${(page - 1) * page_size}`.execute(db)
  const results = rows.map(({ line, refused: { reasons, cells } }) => ({
    line,
    cells: shown(cells),
    refused: reasonsOf(reasons, mapping, locale),
  }))
  return { n: counted[0]!.n, results }
}

function reasonsOf(reasons: readonly Refusal[], mapping: Mapping, locale: Locale) {
  return reasons.map((one) => ({
    ...one,
    text: refusalText(one, locale),
    columns: columnsFor(mapping, one.field),
  }))
}

/**
 * One page of a checked file's rows with all repairs applied, all or only repaired ones, each with its problems. Good
 * rows are only in the file, so it is read up to the end of the page.
 */
export async function fileRows(
  db: Db,
  path: string,
  record: ImportRecord,
  { of, page, page_size }: { of: 'all' | 'repaired'; page: number; page_size: number },
  { user, locale }: { user: Holder; locale: Locale },
) {
  const { id, mapping, options } = record
  const shown = bankCellsFor(user, record)
  const [from, to] = [(page - 1) * page_size, page * page_size]
  const rows: { n: number; row: SourceRow }[] = []
  let [n, found] = [0, 0]
  for await (const batch of dataRows(path, mapping, readOptionsOf(options))) {
    for (const row of batch) {
      n++
      if (of === 'repaired' && !row.mended) continue
      if (found >= from && found < to) rows.push({ n, row })
      found++
    }
    if (found >= to) break
  }
  const { rows: refused } = await sql<{ n: number; refused: NonNullable<StagedRow['refused']> }>`
    select n, refused from import_rows
    where import_id = ${id} and refused is not null and n = any(${rows.map((one) => one.n)}::integer[])`.execute(
    db,
  )
  const against = new Map(refused.map((row) => [row.n, row.refused.reasons]))
  return rows.map(({ n: place, row: { line, cells } }) => ({
    line,
    cells: shown(cells).map(storable),
    refused: reasonsOf(against.get(place) ?? [], mapping, locale),
  }))
}

function columnsFor({ columns, values }: Mapping, field: ImportField | 'row'): number[] {
  if (field === 'row') return []
  const made = values?.[field]
  const plain = columns[field]
  return made ? columnsOf(made) : plain === undefined ? [] : [plain]
}

export async function countMatches(
  path: string,
  { mapping, options }: ImportRecord,
  wanted: { find: string; column: number | null },
): Promise<{ cells: number; rows: number }> {
  const found = { cells: 0, rows: 0 }
  for await (const batch of dataRows(path, mapping, readOptionsOf(options))) {
    for (const { cells } of batch) {
      const here = cells.filter((cell, column) => holds(wanted, cell, column)).length
      found.cells += here
      if (here > 0) found.rows++
    }
  }
  return found
}
