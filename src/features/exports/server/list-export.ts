import { Readable } from 'node:stream'
import { type Day, dayOf, showInstant } from '#shared/dates.ts'
import type { ListDeclaration } from '#shared/list-declaration.ts'
import type { ListQuery } from '#shared/list.ts'
import { mediaTypes } from '#shared/route.ts'
import type { Locale } from '#shared/messages.ts'
import type { Db } from '#server/db/db.ts'
import { FileReply } from '#server/routes.ts'
import type { Picked, SelectableList } from '#server/selection.ts'
import { type XlsxColumn, writeXlsx } from '#server/xlsx.ts'
import { text, textOf } from '#server/texts.ts'
import { type Cell, dash } from '#shared/labels.ts'

/** One list's export: exactly what is seen, in that order. */
export type ListExport<Row> = {
  /** Base of the file's and the sheet's name, in the person's language. */
  name: string
  declaration: ListDeclaration
  query: ListQuery
  /** The list behind it; left out where single rows cannot be picked. */
  // oxlint-disable-next-line typescript/no-explicit-any -- each list has its own query
  selectable?: SelectableList<any>
  /** Ids of the rows in their order; only they are kept in memory, the rows pass through block by block. */
  ids: number[]
  rowsByIds: (db: Db, ids: number[]) => Promise<Row[]>
  columns: (XlsxColumn & { value: (row: Row) => string | number | null })[]
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

/** A column of words. */
export function textColumn<Row>(header: string, width: number, value: (row: Row) => string) {
  return { header, width, kind: 'text' as const, value }
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

function aboutOf(list: AboutList): [string, string | number][] {
  const { locale, query, declaration } = list
  const { ordering } = query
  const key = ordering.descending ? 'exports.descending' : 'exports.ascending'
  return [
    [text(locale, 'exports.search'), query.search || dash],
    ...filterLines(list),
    [
      text(locale, 'exports.ordering'),
      text(locale, key, { column: textOf(locale, `columns.${ordering.key}`) }),
    ],
    ...(declaration.archivable ? [[text(locale, 'exports.view'), view(list)] as [string, string]] : []),
    [text(locale, 'exports.time'), showInstant(list.now)],
    [text(locale, 'exports.person'), list.person],
  ]
}

function filterLines({ query, locale, filterTitles = {} }: AboutList): [string, string][] {
  const active = Object.entries(query.filters).filter(([, values]) => values && values.length > 0)
  if (active.length === 0) return [[text(locale, 'exports.filters'), dash]]
  return active.map(([name, values]) => [
    text(locale, 'exports.filter', { column: textOf(locale, `columns.${name}`) }),
    values!.map((value) => filterTitles[value] ?? labelOf(locale, value)).join(', '),
  ])
}

function labelOf(locale: Locale, value: string): string {
  const key = `labels.${value}`
  const label = textOf(locale, key)
  return label === key ? value : label
}

function view({ query, locale }: AboutList): string {
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

/** A cell of the list as text: all its labels, or its words (spec: status cells hold the display text). */
export function cellText(cell: Cell, locale: Locale): string {
  if ('text' in cell) return cell.text
  return cell.labels.map((label) => label.display ?? textOf(locale, label.text)).join(', ') || dash
}
