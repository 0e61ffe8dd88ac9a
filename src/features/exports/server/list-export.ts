import { Readable } from 'node:stream'
import { type Day, dayOf, showInstant } from '#shared/dates.ts'
import { type Cells, type Value, wordsOf } from '#shared/lists/list-cells.ts'
import {
  type ColumnKey,
  type ColumnKind,
  hideableColumns,
  type ListRecord,
  namingColumns,
  orderingHeading,
} from '#shared/lists/list-record.ts'
import { type FilterTexts, filterWords } from '#shared/lists/filter-words.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import { can, type Holder, type Permission } from '#shared/permissions.ts'
import { mediaTypes } from '#shared/route.ts'
import type { TextKey } from '#shared/text-keys.ts'
import type { Locale } from '#shared/messages.ts'
import { collectGarbage } from '#server/formats/garbage-collection.ts'
import type { Db } from '#server/db/db.ts'
import { writeCsv } from '#server/formats/csv.ts'
import { FileReply } from '#server/routes/implement.ts'
import type { User } from '#server/auth/session.ts'
import type { PickedRows, SelectableList } from '#server/lists/selection.ts'
import { type XlsxAbout, type XlsxColumn, type XlsxCount, writeXlsx } from '#server/formats/xlsx.ts'
import { text, textOf } from '#server/base/texts.ts'
import { dash } from '#shared/labels.ts'
import { type ExportFormat, type ExportSet, fileEndings } from '#shared/lists/exports.ts'

/** One list's export: exactly the rows on the screen, in that order. */
export type ListExport<Row> = {
  /** Base of the file's and the sheet's name, in the person's language. */
  name: string
  list: ListRecord
  query: ListQuery
  /** The list behind it; left out where single rows cannot be picked. */
  // oxlint-disable-next-line typescript/no-explicit-any -- each list has its own query
  selectable?: SelectableList<any>
  /** Ids of the rows in their order; only they are kept in memory, the rows pass through block by block. */
  ids: number[]
  rowsByIds: (db: Db, ids: number[]) => Promise<Row[]>
  columns: ExportColumn<Row>[]
  /** Headings of the columns hidden from the person, and the rights that the shown columns require. */
  leftOut?: string[]
  needs?: Permission[]
  /** Parts of the record that an import does not bring back, for an export made for import. */
  notBrought?: TextKey
  /** A row as a grant of the 360Giving standard, for lists that can be exported in it. */
  grant?: (row: Row) => object
  /** Titles of filter values that are database rows, by filter and slug. */
  filterTitles?: FilterTexts['titles']
  locale: Locale
  /** The person and the time; the About sheet shows both. */
  person: string
  now: Date
}

// oxlint-disable-next-line typescript/no-explicit-any -- each list has its own row
export type AnyExport = ListExport<any>

/** Facts on an export's About sheet. */
type AboutList = Omit<ListExport<never>, 'rowsByIds' | 'columns'>

/** Parameters besides the list's query: columns in order, selected rows and their expected number, set and format. */
export type ExportParameters = PickedRows & {
  columns?: string[]
  expected_count?: number
  set?: ExportSet
  format?: ExportFormat
}
/** The exporting person, with current rights and company. */
export type ExportingUser = Holder & Pick<User, 'user_type' | 'company_id'>
export type ExportContext = { locale: Locale; today: Day; person: string; now: Date; holder: ExportingUser }

type ExportColumn<Row> = XlsxColumn & { value: (row: Row) => string | number | null }

const kinds: Record<ColumnKind, XlsxColumn['kind']> = {
  text: 'text',
  number: 'integer',
  EUR: 'money_cents',
  day: 'date',
  instant: 'datetime',
}
/** Widths of text columns in characters; the other kinds have their own. */
const widths = { title: 60, beneath: 40, others: 28 }

/**
 * The columns of an export from the list's record: those that name the row, then the wanted ones in their order. Days,
 * instants, amounts and numbers become typed cells, everything else is text.
 */
export function exportColumns<L extends ListRecord, Row>(
  list: L,
  cells: Cells<L, Row>,
  { columns = hideableColumns(list) }: Pick<ExportParameters, 'columns'>,
  locale: Locale,
): ExportColumn<Row>[] {
  const words = { locale, textOf: (key: string) => textOf(locale, key) }
  return [...namingColumns(list), ...columns].flatMap((key): ExportColumn<Row>[] => {
    const { heading, kind, names = 'others', sheet } = list.columns[key]!
    const cell = cells[key as ColumnKey<L>] as (row: Row) => Value
    const column = { header: textOf(locale, sheet?.heading ?? heading), kind: kinds[kind] }
    if (kind === 'text')
      return [
        { ...column, width: widths[names], value: (row) => cell(row) && wordsOf(kind, cell(row), words) },
      ]
    const beside = Object.entries(sheet?.beside ?? {}).map(([field, own]) => ({
      header: textOf(locale, own.heading),
      kind: kinds[own.kind],
      value: (row: Row) => (row as Record<string, string | number | null>)[field]!,
    }))
    return [{ ...column, value: (row) => cell(row) as string | number | null }, ...beside]
  })
}

/** A field of the record that lists do not show; some only for those who hold a right. */
export type FieldColumn<Row> = {
  heading: TextKey
  kind: ColumnKind
  value: (row: Row, locale: Locale) => string | number | null
  right?: Permission
  width?: number
}

type FieldColumns<Row> = Pick<ListExport<Row>, 'columns' | 'leftOut' | 'needs'>

/** Further fields as columns after those of the list; people without a right do not get its columns. */
export function withFields<Row>(
  columns: ExportColumn<Row>[],
  fields: readonly FieldColumn<Row>[],
  { locale, holder }: ExportContext,
): Required<FieldColumns<Row>> {
  const [shown, hidden] = [[], []] as [FieldColumn<Row>[], FieldColumn<Row>[]]
  for (const field of fields) (field.right && !can(holder, field.right) ? hidden : shown).push(field)
  return {
    columns: [
      ...columns,
      ...shown.map(({ heading, kind, value, width = widths.others }) => ({
        header: textOf(locale, heading),
        kind: kinds[kind],
        ...(kind === 'text' && { width }),
        value: (row: Row) => value(row, locale),
      })),
    ],
    leftOut: hidden.map(({ heading }) => textOf(locale, heading)),
    needs: [...new Set(shown.flatMap(({ right }) => (right ? [right] : [])))],
  }
}

/** A column that an import reads by its name, whatever the language. */
export type ImportColumn<Row> = {
  kind: ColumnKind
  value: (row: Row) => string | number | null
  right?: Permission
}

/** The columns of an export that is imported again, named as the import knows them. */
export function importColumns<Row>(
  fields: Readonly<Record<string, ImportColumn<Row>>>,
  { holder }: ExportContext,
): Required<FieldColumns<Row>> {
  const all = Object.entries(fields)
  const [shown, hidden] = [
    all.filter(([, { right }]) => !right || can(holder, right)),
    all.filter(([, { right }]) => right && !can(holder, right)),
  ]
  return {
    columns: shown.map(([header, { kind, value }]) => ({
      header,
      kind: kinds[kind],
      ...(kind === 'text' && { width: widths.others }),
      value,
    })),
    leftOut: hidden.map(([header]) => header),
    needs: [...new Set(shown.flatMap(([, { right }]) => (right ? [right] : [])))],
  }
}

const blockSize = 250
/** Garbage is collected after this many rows: an export that answers a call waits for it at most once. */
const collectedAfter = 12_500

/** The workbook of an export, piece by piece: the data sheet first, then About (interface.md, calls 11). */
export function workbookOf<Row>(db: Db, list: ListExport<Row>): AsyncGenerator<Uint8Array> {
  return writeXlsx({
    sheets: [{ name: list.name, columns: list.columns, rows: cellsOf(db, list) }],
    about: {
      name: text(list.locale, 'exports.about'),
      rows: (count) => [...aboutOf(list), ...remarks(list, count)],
    },
  })
}

/** The bytes of an export in the wanted format. */
export function bytesOf<Row>(
  db: Db,
  list: ListExport<Row>,
  format: ExportFormat = 'xlsx',
): AsyncGenerator<Uint8Array> {
  if (format === 'grants360') return grantsOf(db, list)
  return format === 'csv'
    ? writeCsv({ columns: list.columns, rows: cellsOf(db, list) })
    : workbookOf(db, list)
}

export function exportReply<Row>(db: Db, list: ListExport<Row>, format: ExportFormat = 'xlsx'): FileReply {
  return new FileReply(Readable.from(bytesOf(db, list, format)), mediaTypes[format], fileName(list, format))
}

/** `Projects 2026-11-21.xlsx`. */
export function fileName(list: Pick<AboutList, 'name' | 'now'>, format: ExportFormat = 'xlsx'): string {
  return `${list.name} ${dayOf(list.now)}.${fileEndings[format]}`
}

async function* cellsOf<Row>(db: Db, list: ListExport<Row>) {
  for await (const row of rowsOf(db, list)) yield list.columns.map((column) => column.value(row))
}

/**
 * The rows block by block; the next block is fetched while one is written. Garbage is collected between blocks:
 * otherwise the engine takes 170 MB more for 100,000 rows (docs/decisions/0006).
 */
async function* rowsOf<Row>(db: Db, { ids, rowsByIds }: ListExport<Row>) {
  if (ids.length === 0) return
  const read = (start: number) => {
    const block = rowsByIds(db, ids.slice(start, start + blockSize))
    // The `await` below throws its failure; this prevents an unhandled rejection.
    block.catch(() => {})
    return block
  }
  let next = read(0)
  for (let start = 0; start < ids.length; start += blockSize) {
    const rows = await next
    if (start + blockSize < ids.length) next = read(start + blockSize)
    yield* rows
    const written = start + blockSize
    if (written < ids.length) collectGarbage(written % collectedAfter === 0 ? 'everything' : 'young')
  }
}

/** `{"grants": […]}`, grant by grant. */
async function* grantsOf<Row>(db: Db, list: ListExport<Row>): AsyncGenerator<Uint8Array> {
  let before = '{"grants":['
  for await (const row of rowsOf(db, list)) {
    yield Buffer.from(`${before}\n${JSON.stringify(list.grant!(row))}`)
    before = ','
  }
  yield Buffer.from(before === ',' ? '\n]}\n' : '{"grants":[]}\n')
}

function aboutOf({ list, ...asked }: AboutList): [string, string | number][] {
  const { locale, query, now, person } = asked
  const { key, descending } = query.ordering
  const ordering = descending ? 'exports.descending' : 'exports.ascending'
  return [
    [text(locale, 'exports.search'), query.search || dash],
    ...filterLines({ list, ...asked }),
    [
      text(locale, 'exports.ordering'),
      text(locale, ordering, { column: textOf(locale, orderingHeading(list, key) ?? key) }),
    ],
    ...(list.archivable ? [[text(locale, 'exports.view'), view({ query, locale })] as [string, string]] : []),
    [text(locale, 'exports.time'), showInstant(now)],
    [text(locale, 'exports.person'), person],
  ]
}

/** One line per filter: the heading of its column, and the labels of its values. */
function filterLines({ list, query, locale, filterTitles: titles }: AboutList): [string, string][] {
  const asked = filterWords(list, query.filters, {
    locale,
    textOf: (key, parameters) => textOf(locale, key, parameters),
    ...(titles && { titles }),
  })
  if (asked.length === 0) return [[text(locale, 'exports.filters'), dash]]
  return asked.map(({ heading, negated, values }) => [
    text(locale, 'exports.filter', { column: heading }),
    `${negated ? `${text(locale, 'filters.is_not')} ` : ''}${values.join(', ')}`,
  ])
}

function view({ query, locale }: Pick<AboutList, 'query' | 'locale'>): string {
  if (query.archived) return text(locale, 'exports.archived')
  return text(locale, query.archived === false || query.exclude_status ? 'exports.active' : 'exports.all')
}

function remarks(list: AboutList, { rows, cutTexts, sums, sha256 }: XlsxCount): XlsxAbout[] {
  const gone = list.ids.length - rows
  const { locale, leftOut = [] } = list
  return [
    ...(list.notBrought
      ? [[text(locale, 'exports.not_brought'), textOf(locale, list.notBrought)] as [string, string]]
      : []),
    ...(leftOut.length > 0
      ? [[text(locale, 'exports.left_out'), leftOut.join(', ')] as [string, string]]
      : []),
    [text(locale, 'exports.count'), rows],
    ...(gone > 0 ? [[text(locale, 'exports.gone'), gone] as [string, number]] : []),
    ...(cutTexts > 0 ? [[text(locale, 'exports.cut_texts'), cutTexts] as [string, number]] : []),
    ...sums.map(({ header, cents }): XlsxAbout => [
      text(locale, 'exports.sum', { column: header }),
      { cents },
    ]),
    [text(locale, 'exports.sha256'), sha256],
  ]
}
