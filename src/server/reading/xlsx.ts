import type { FileHandle } from 'node:fs/promises'
import { type StreamRow, streamXlsxRows } from 'hucre/xlsx'
import { type ArchivePart, archiveLimits, listArchive, packedBytes, verifyPart } from './archive.ts'
import { ReadError } from '#shared/reading/errors.ts'
import { markupBounds, type MarkupLimits } from './markup.ts'
import type { Cell, SourceRow } from '#shared/reading/row.ts'
import { type HiddenParts, type SheetFacts, sheetFacts, shapesOf } from './sheet-facts.ts'

export type XlsxOptions = {
  sheet?: number | string
  limits?: typeof archiveLimits
  columns?: number
  before?: number
  /** Read hidden and filtered rows like others. */
  hiddenRows?: boolean
  /** Receives the hidden parts of the sheet before its first row. */
  onHidden?: (hidden: HiddenParts) => void
}

const wanted =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/_rels\/[^/]+\.rels|xl\/[^/]+\.xml|xl\/worksheets\/[^/]+\.xml)$/

const wholeBytes = 64_000_000

/** Far above what spreadsheets write: a root element has about thirty namespaces, a cell holds 32,767 characters. */
const markupLimits: MarkupLimits = {
  tag: 20_000,
  attributes: 200,
  depth: 100,
  text: 200_000,
  comment: 60_000,
}

/** Maximum number of columns of a sheet. */
const widestSheet = 16_384

function markupInspector(part: ArchivePart, take?: (xml: string) => void): (bytes: Buffer) => void {
  const bounds = markupBounds(isSheet(part) ? { ...markupLimits, cells: widestSheet } : markupLimits)
  return (bytes) => {
    // For markup, UTF-8 bytes can be treated as Latin-1; UTF-16 would slip through, but no program writes it.
    if (bytes.includes(0)) throw new ReadError('bad_workbook')
    const xml = bytes.toString('latin1')
    const found = bounds.check(xml)
    if (found) throw new ReadError(found.refusal)
    take?.(xml)
  }
}
const isSheet = (part: ArchivePart) => part.name.startsWith('xl/worksheets/')

/**
 * Streams the rows of one sheet (the first visible one unless named). The archive's true sizes are checked before any
 * XML is parsed. Numbers stay numbers, except that percentages and numbers with leading zeros become text as shown.
 * Dates become `YYYY-MM-DD`; formulas give their stored value. Hidden and filtered rows get the problem `hidden_row`
 * unless requested.
 */
export async function* readXlsx(file: FileHandle, options: XlsxOptions = {}): AsyncGenerator<SourceRow> {
  const parts = (await listArchive(file, options.limits)).filter((part) => wanted.test(part.name))
  // Only sheets are streamed; shared texts, styles and the like are unpacked whole, outside the thread's heap limit.
  const whole = parts.reduce((sum, part) => sum + (isSheet(part) ? 0 : part.size), 0)
  if (whole > wholeBytes) throw new ReadError('archive_too_large')
  const { sheet, facts } = await checkedParts(file, parts, options.sheet)
  options.onHidden?.(facts.hidden())
  const pressure = backpressure()
  const rows = oneRowPerIndex(streamXlsxRows(archiveStream(file, parts, pressure.beforeChunk), { sheet }))
  const limit = options.columns ?? 1_000
  let width = -1
  let above = options.before ?? 0
  let some = false
  try {
    for (;;) {
      const next = await pressure.whileReading(rows.next())
      if (next.done) break
      const { index } = next.value
      const cells = next.value.values.map((value, at) => facts.shown(cellOf(value), index, at))
      while (cells.length > 0 && cells.at(-1) === '') cells.pop()
      if (cells.length === 0) continue
      const line = index + 1
      if (cells.length > limit) throw new ReadError('too_many_columns', line)
      some = true
      if (above > 0) {
        above--
        yield { line, cells }
        continue
      }
      const isHeader = width < 0
      if (isHeader) width = cells.length
      const tooMany = cells.length > width
      // Files do not store empty cells at the end of a row, so padding adds nothing.
      while (cells.length < width) cells.push('')
      if (!isHeader && !options.hiddenRows && facts.isHidden(index))
        yield { line, cells, problem: 'hidden_row' }
      else yield tooMany ? { line, cells, problem: 'too_many_cells' } : { line, cells }
    }
  } catch (error) {
    if (error instanceof ReadError) throw error
    // The reader itself reports sheets with more than 16,384 columns.
    const isTooWide = error instanceof Error && error.message.includes('outside the supported sheet bounds')
    throw new ReadError(isTooWide ? 'too_many_columns' : 'bad_workbook')
  } finally {
    await rows.return(undefined)
  }
  if (some) return
  if (typeof options.sheet === 'string') throw new ReadError('no_such_sheet')
  throw new ReadError(parts.length === 0 ? 'bad_workbook' : 'empty_file')
}

const noFacts: SheetFacts = {
  isHidden: () => false,
  hidden: () => ({ rows: false, columns: [] }),
  shown: (cell) => cell,
}

/** Checks all parts, styles before the sheets that use them, and collects the facts of the sheet to read. */
async function checkedParts(file: FileHandle, parts: readonly ArchivePart[], wantedSheet?: number | string) {
  let [workbook, relations, styles] = ['', '', '']
  for (const part of parts.filter((one) => !isSheet(one))) {
    if (part.name === 'xl/workbook.xml') workbook = await checkedText(file, part)
    else if (part.name === 'xl/styles.xml') styles = await checkedText(file, part)
    else if (part.name === 'xl/_rels/workbook.xml.rels') relations = await checkedText(file, part)
    else await verifyPart(file, part, markupInspector(part))
  }
  const sheets = sheetsIn(workbook)
  const first = sheets.findIndex(({ isShown }) => isShown)
  const sheet = wantedSheet ?? Math.max(first, 0)
  const { id } = (typeof sheet === 'number' ? sheets[sheet] : sheets.find(({ name }) => name === sheet)) ?? {}
  const target = id === undefined ? undefined : targetOf(relations, id)
  const gathered = sheetFacts(shapesOf(styles))
  for (const part of parts.filter(isSheet))
    await verifyPart(file, part, markupInspector(part, part.name === target ? gathered.take : undefined))
  return { sheet, facts: target === undefined ? noFacts : gathered.facts }
}

/** The text of a small part, with its limits checked. */
async function checkedText(file: FileHandle, part: ArchivePart): Promise<string> {
  const pieces: string[] = []
  await verifyPart(
    file,
    part,
    markupInspector(part, (xml) => void pieces.push(xml)),
  )
  return Buffer.from(pieces.join(''), 'latin1').toString('utf8')
}

/** The part that a relation of the workbook points to. */
function targetOf(relations: string, id: string): string | undefined {
  const tag = relations
    .match(/<(?:\w+:)?Relationship\s[^<>]*>/g)
    ?.find((one) => new RegExp(`\\sId="${id.replace(/\W/g, '\\$&')}"`).test(one))
  const target = tag && /\sTarget="([^"]*)"/.exec(tag)?.[1]
  return target && (target.startsWith('/') ? target.slice(1) : `xl/${target}`)
}

type SheetName = { name: string; id: string | undefined; isShown: boolean }

function sheetsIn(workbook: string): SheetName[] {
  return [...workbook.matchAll(/<(?:\w+:)?sheet\s[^<>]*>/g)].flatMap(([tag]) => {
    const name = /\sname="([^"]*)"/.exec(tag)?.[1]
    const id = /\s\w+:id="([^"]*)"/.exec(tag)?.[1]
    const isShown = !/\sstate="(?:hidden|veryHidden)"/.test(tag)
    return name === undefined ? [] : [{ name: unescapeXml(name), id, isShown }]
  })
}

/** Some programs write a row as several elements of one number, one cell each; these are merged. */
async function* oneRowPerIndex(rows: AsyncIterable<StreamRow>): AsyncGenerator<StreamRow> {
  let before: StreamRow | undefined
  for await (const row of rows) {
    if (before && before.index === row.index)
      for (const [at, value] of row.values.entries()) {
        if (value !== null) before.values[at] = value
      }
    else {
      if (before) yield before
      before = row
    }
  }
  if (before) yield before
}

/** One sheet; or the first and all others with the same header, which is returned once. */
export async function* readSheets(
  file: FileHandle,
  names: readonly string[],
  options: XlsxOptions & { allSheets?: boolean },
): AsyncGenerator<SourceRow> {
  if (!options.allSheets || names.length < 2) return yield* readXlsx(file, options)
  const place = options.before ?? 0
  let header: string | undefined
  for (const sheet of names) {
    let n = 0
    try {
      for await (const row of readXlsx(file, { ...options, sheet })) {
        if (n++ === place) {
          const own = JSON.stringify(row.cells)
          if (header !== undefined && own !== header) break
          if (header !== undefined) continue
          header = own
        }
        if (header === undefined || n > place) yield row
      }
    } catch (error) {
      // An empty sheet among filled ones is skipped.
      if (!(error instanceof ReadError && error.code === 'no_such_sheet')) throw error
    }
  }
  if (header === undefined) throw new ReadError('empty_file')
}

/** Names of a workbook's visible sheets in order; none when it does not list them. */
export async function sheetNames(file: FileHandle, limits = archiveLimits): Promise<string[]> {
  const part = (await listArchive(file, limits)).find(({ name }) => name === 'xl/workbook.xml')
  if (!part || part.size > 1_000_000) return []
  const sheets = sheetsIn(await checkedText(file, part))
  const shown = sheets.filter(({ isShown }) => isShown)
  return (shown.length > 0 ? shown : sheets).map(({ name }) => name)
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescapeXml(text: string): string {
  return text.replace(
    /&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi,
    (whole, hex?: string, code?: string, name?: string) => {
      const point = hex ? Number.parseInt(hex, 16) : Number(code)
      if (name) return entities[name] ?? whole
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole
    },
  )
}

function cellOf(value: unknown): Cell {
  if (typeof value === 'number') return value
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) return ''
  // Spreadsheet dates have no time zone; hucre returns them as UTC. A time of midnight is dropped.
  const iso = value.toISOString()
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19)
}

/**
 * The reader parses as fast as bytes arrive and buffers the rows. So bytes arrive only while a caller waits for a row: the byte
 * stream awaits `beforeChunk` before each chunk, and `whileReading` wraps the wait for the next row.
 */
function backpressure() {
  let release: (() => void) | undefined
  let waiting = false
  return {
    beforeChunk: () =>
      new Promise<void>((resolve) => {
        if (waiting) resolve()
        else release = resolve
      }),
    whileReading: async <T>(next: Promise<T>): Promise<T> => {
      // Rows already parsed arrive within microtasks; only a longer wait needs more bytes.
      const timer = setImmediate(() => {
        waiting = true
        release?.()
        release = undefined
      })
      try {
        return await next
      } finally {
        clearImmediate(timer)
        waiting = false
      }
    },
  }
}

/**
 * Rewrites the archive in the order the reader needs: only the required parts, sheets last, sizes before each part.
 * Then it streams the sheet; in any other order (or with a ZIP data descriptor) it would hold the whole file.
 */
function archiveStream(file: FileHandle, parts: ArchivePart[], beforeChunk: () => Promise<void>) {
  const ordered = [...parts.filter((part) => !isSheet(part)), ...parts.filter(isSheet)]
  async function* bytes() {
    const directory: Buffer[] = []
    let offset = 0
    for (const part of ordered) {
      const header = localHeader(part)
      directory.push(directoryEntry(part, offset))
      offset += header.length + part.packed
      yield header
      for await (const piece of packedBytes(file, part, 8 * 1024)) {
        if (isSheet(part)) await beforeChunk()
        yield piece
      }
    }
    const entries = Buffer.concat(directory)
    yield Buffer.concat([entries, directoryEnd(directory.length, entries.length, offset)])
  }
  const iterator = bytes()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await iterator.next()
        if (next.done) controller.close()
        else controller.enqueue(next.value)
      },
      cancel: async () => void (await iterator.return(undefined)),
    },
    { highWaterMark: 0 },
  )
}

function localHeader(part: ArchivePart): Buffer {
  const name = Buffer.from(part.name)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  writeFacts(header, part, name.length, 6)
  return Buffer.concat([header, name])
}

function directoryEntry(part: ArchivePart, offset: number): Buffer {
  const name = Buffer.from(part.name)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(20, 4)
  entry.writeUInt16LE(20, 6)
  writeFacts(entry, part, name.length, 8)
  entry.writeUInt32LE(offset, 42)
  return Buffer.concat([entry, name])
}

/** Method, checksum, sizes and name length are in the same order in both kinds of header. */
function writeFacts(header: Buffer, part: ArchivePart, nameLength: number, at: number): void {
  header.writeUInt16LE(part.method, at + 2)
  header.writeUInt32LE(part.crc, at + 8)
  header.writeUInt32LE(part.packed, at + 12)
  header.writeUInt32LE(part.size, at + 16)
  header.writeUInt16LE(nameLength, at + 20)
}

function directoryEnd(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
