import { Readable } from 'node:stream'
import { guarded, quoted } from '#server/formats/csv.ts'
import type { Db } from '#server/db/db.ts'
import { FileReply } from '#server/routes/implement.ts'
import { writeXlsx, type XlsxColumn } from '#server/formats/xlsx.ts'
import type { Locale } from '#shared/messages.ts'
import type { Holder } from '#shared/permissions.ts'
import { mediaTypes } from '#shared/route.ts'
import { text, textOf } from '#server/base/texts.ts'
import type { Cell } from '#shared/reading/row.ts'
import { bankCellsFor } from './masked-cells.ts'
import { refusalText } from './present.ts'
import type { ImportRecord } from './records.ts'
import type { StagedRow } from './staged-row.ts'

const pageRows = 1_000

/** The refused rows as in the file, each with line and reasons, read page by page. */
export function refusedFile(
  db: Db,
  record: ImportRecord,
  format: 'csv' | 'xlsx',
  { user, locale }: { user: Holder; locale: Locale },
): FileReply {
  const name = `${record.filename.replace(/\.[^.]*$/, '')}-${text(locale, 'imports.refused_suffix')}.${format}`
  const headers = headersOf(record, locale)
  const rows = refusedRows(db, record, { user, locale })
  if (format === 'csv') {
    return new FileReply(Readable.from(csvLines(headers, rows)), mediaTypes.csv, name)
  }
  const columns: XlsxColumn[] = headers.map((header, i) => ({ header, kind: i === 0 ? 'integer' : 'text' }))
  const sheet = { name: text(locale, 'imports.refused_sheet'), columns, rows: forSheet(rows, headers.length) }
  return new FileReply(Readable.from(writeXlsx({ sheets: [sheet] })), mediaTypes.xlsx, name)
}

function headersOf({ head, mapping }: ImportRecord, locale: Locale): string[] {
  const byColumn = new Map(Object.entries(mapping.columns).map(([field, column]) => [column, field]))
  const named = head.columns.map((name, column) => {
    const field = byColumn.get(column)
    return name || (field ? textOf(locale, `imports.fields.${field}`) : String(column + 1))
  })
  return [text(locale, 'imports.line'), text(locale, 'imports.reasons'), ...named]
}

async function* refusedRows(
  db: Db,
  record: ImportRecord,
  { user, locale }: { user: Holder; locale: Locale },
): AsyncGenerator<[number, string, ...Cell[]]> {
  const { id } = record
  const shown = bankCellsFor(user, record)
  let last = 0
  for (;;) {
    const rows = await db
      .selectFrom('import_rows')
      .select(['n', 'line', 'refused'])
      .where('import_id', '=', id)
      .where('refused', 'is not', null)
      .where('n', '>', last)
      .orderBy('n')
      .limit(pageRows)
      .execute()
    if (rows.length === 0) return
    last = rows.at(-1)!.n
    for (const { line, refused } of rows) {
      const { reasons, cells } = refused as unknown as NonNullable<StagedRow['refused']>
      yield [line, reasons.map((reason) => refusalText(reason, locale)).join('; '), ...shown(cells)]
    }
  }
}

async function* forSheet(rows: AsyncIterable<[number, string, ...Cell[]]>, width: number) {
  for await (const [line, ...others] of rows) {
    const texts = others.map(String)
    yield [line, ...Array.from({ length: width - 1 }, (_, i) => texts[i] ?? null)]
  }
}

async function* csvLines(headers: string[], rows: AsyncIterable<(string | number)[]>) {
  yield `\ufeff${csvLine(headers)}`
  for await (const row of rows) yield csvLine(row)
}

function csvLine(cells: (string | number)[]): string {
  return `${cells.map(csvCell).join(';')}\r\n`
}

/** Amounts stay amounts; other text that a spreadsheet would take for a formula gets a leading apostrophe. */
function csvCell(cell: string | number): string {
  const content = String(cell)
  return quoted(/^[-+]?[\d.,\s]+$/.test(content) ? content : guarded(content))
}
