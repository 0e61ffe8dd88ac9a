import { Readable } from 'node:stream'
import { type Day, dayOf, showInstant } from '#shared/dates.ts'
import { type Cells, type Value, wordsOf } from '#shared/list-cells.ts'
import {
  type ColumnKey,
  type ColumnKind,
  filtersOf,
  hideableColumns,
  type ListRecord,
  namingColumns,
  orderingHeading,
} from '#shared/list-record.ts'
import type { ListQuery } from '#shared/list.ts'
import { mediaTypes } from '#shared/route.ts'
import type { Locale } from '#shared/messages.ts'
import type { Db } from '#server/db/db.ts'
import { FileReply } from '#server/routes.ts'
import type { Picked, SelectableList } from '#server/selection.ts'
import { type XlsxColumn, writeXlsx } from '#server/xlsx.ts'
import { text, textOf } from '#server/texts.ts'
import { dash } from '#shared/labels.ts'

/** One list's export: exactly what is seen, in that order. */
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
  /** What filter values that are rows of the database are called, by their slug. */
  filterTitles?: Record<string, string>
  locale: Locale
  /** Who asked, and when; both stand on the About sheet. */
  person: string
  now: Date
}

/** What the About sheet tells of an export. */
type AboutList = Omit<ListExport<never>, 'rowsByIds' | 'columns'>

/** Beside the list's query: the visible columns in their order, only some rows or all but some, and how many that is. */
export type AskedFor = Picked & { columns?: string[]; expected_count?: number }
/** Who asks, when and in which language. */
export type AskedBy = { locale: Locale; today: Day; person: string; now: Date }

type ExportColumn<Row> = XlsxColumn & { value: (row: Row) => string | number | null }

const kinds: Record<ColumnKind, XlsxColumn['kind']> = {
  text: 'text',
  number: 'integer',
  EUR: 'money_cents',
  day: 'date',
  instant: 'datetime',
}
/** Widths of words in characters; the other kinds know their own. */
const widths = { title: 60, beneath: 40, others: 28 }

/**
 * The columns of an export from the list's record: those that name the row, then the wanted ones in their order. Days,
 * instants, amounts and numbers become what they are, everything else is text.
 */
export function exportColumns<L extends ListRecord, Row>(
  list: L,
  cells: Cells<L, Row>,
  { columns = hideableColumns(list) }: Pick<AskedFor, 'columns'>,
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

const blockSize = 500

/** The workbook of an export, piece by piece: the data sheet first, then About (interface.md, calls 11). */
export function workbookOf<Row>(db: Db, list: ListExport<Row>): AsyncGenerator<Uint8Array> {
  return writeXlsx({
    sheets: [{ name: list.name, columns: list.columns, rows: cellsOf(db, list) }],
    about: {
      name: text(list.locale, 'exports.about'),
      rows: ({ rows, cutTexts }) => [...aboutOf(list), ...remarks(list, rows, cutTexts)],
    },
  })
}

/** The same as an answer. */
export function exportReply<Row>(db: Db, list: ListExport<Row>): FileReply {
  return new FileReply(Readable.from(workbookOf(db, list)), mediaTypes.xlsx, fileName(list))
}

/** `Projects 2026-11-21.xlsx`. */
export function fileName(list: Pick<AboutList, 'name' | 'now'>): string {
  return `${list.name} ${dayOf(list.now)}.xlsx`
}

async function* cellsOf<Row>(db: Db, list: ListExport<Row>) {
  for (let start = 0; start < list.ids.length; start += blockSize) {
    const rows = await list.rowsByIds(db, list.ids.slice(start, start + blockSize))
    for (const row of rows) yield list.columns.map((column) => column.value(row))
  }
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

/** Each filter by the heading of its column, its values by the texts they are offered with. */
function filterLines({ list, query, locale, filterTitles = {} }: AboutList): [string, string][] {
  const active = filtersOf(list).filter(({ name }) => query.filters[name])
  if (active.length === 0) return [[text(locale, 'exports.filters'), dash]]
  return active.map(({ name, heading, values, also }) => {
    const texts: Record<string, string> = values === 'any' ? {} : { ...values, ...also }
    const called = (value: string) => filterTitles[value] ?? textOf(locale, texts[value] ?? value)
    return [
      text(locale, 'exports.filter', { column: textOf(locale, heading) }),
      query.filters[name]!.map(called).join(', '),
    ]
  })
}

function view({ query, locale }: Pick<AboutList, 'query' | 'locale'>): string {
  if (query.archived) return text(locale, 'exports.archived')
  return text(locale, query.archived === false || query.exclude_status ? 'exports.active' : 'exports.all')
}

function remarks(list: AboutList, rows: number, cutTexts: number): [string, string | number][] {
  const gone = list.ids.length - rows
  const { locale } = list
  return [
    [text(locale, 'exports.count'), rows],
    ...(gone > 0 ? [[text(locale, 'exports.gone'), gone] as [string, number]] : []),
    ...(cutTexts > 0 ? [[text(locale, 'exports.cut_texts'), cutTexts] as [string, number]] : []),
  ]
}
