import { type FileHandle, open } from 'node:fs/promises'
import { type ArchivePart, filesIn, listArchive, unpackedBytes, verifyPart } from '#server/reading/archive.ts'
import { bytesOf } from '#server/reading/bytes.ts'
import { decodeText } from '#server/reading/encoding.ts'
import { ReadError } from '#shared/reading/errors.ts'
import { asDosText, lettersOf } from '#server/reading/letters.ts'
import type { Encoding } from '#shared/reading/encodings.ts'
import { type CsvPreview, previewBankCsv, previewBankSheet, readBankCsv, readBankSheet } from './bank-csv.ts'
import { readCamt } from './camt.ts'
import type { SavedLayouts } from './csv-columns.ts'
import { type ExcerptAt, excerptOfCsv, excerptOfLines } from '#server/reading/excerpt.ts'
import type { ExcerptRow } from '#shared/reading/excerpt-row.ts'
import { readMt940 } from './mt940.ts'
import { balanced, StatementError, type StatementPart } from './statement.ts'

/** Limits for a ZIP of statements: unpacked bytes, number of files, and compression ratio. */
const archiveLimits = { bytes: 1_000_000_000, parts: 500, ratio: 250 }

/** A part of a statement, and its file name if it is in a ZIP. */
export type FilePart = StatementPart & { file: string }

/**
 * Reads a statement file in pieces: CAMT.053, MT940, a bank's CSV or workbook, or a ZIP of several. The format is
 * detected by content, never by name. The server calls it through `readInSandbox`. Throws `StatementError` with the
 * line. In every statement, opening balance plus lines equals the closing balance.
 */
export async function* readStatementFile(
  path: string,
  saved: SavedLayouts = nothingSaved,
): AsyncGenerator<FilePart> {
  const file = await open(path, 'r')
  try {
    const head = Buffer.alloc(4)
    await file.read(head, 0, 4, 0)
    if (await isWorkbook(file, head)) {
      for await (const part of balanced(readBankSheet(await sheetOf(file), saved)))
        yield { ...part, file: '' }
    } else if (head[0] === 0x50 && head[1] === 0x4b) yield* readArchive(file, saved)
    else {
      for await (const part of readOne(() => bytesOf(file), saved)) yield { ...part, file: '' }
    }
  } catch (error) {
    throw error instanceof ReadError ? new StatementError(error.code, error.line) : error
  } finally {
    await file.close()
  }
}

/** The beginning of a CSV for a person to check. Throws `StatementError` `no_csv` for other formats. */
export async function previewStatementFile(path: string, saved: SavedLayouts): Promise<CsvPreview> {
  const file = await open(path, 'r')
  try {
    const { start, whole } = await peek(bytesOf(file))
    if (await isWorkbook(file, start)) return await previewBankSheet(await sheetOf(file), saved)
    if ((start[0] === 0x50 && start[1] === 0x4b) || kindOf(start) !== 'csv')
      throw new StatementError('no_csv')
    // A preview imports nothing, so it reads ambiguous letters as Windows-1252 instead of asking.
    const isDos = await isDosText(bytesOf(file), { ...saved, letters: saved.letters ?? 'windows-1252' })
    return await previewBankCsv(isDos ? asDosText(whole) : await decoded(whole, undefined), saved)
  } catch (error) {
    throw error instanceof ReadError ? new StatementError(error.code, error.line) : error
  } finally {
    await file.close()
  }
}

/** True for a ZIP that declares itself a workbook. */
async function isWorkbook(file: FileHandle, head: Buffer): Promise<boolean> {
  if (head[0] !== 0x50 || head[1] !== 0x4b) return false
  return (await listArchive(file, archiveLimits)).some(({ name }) => name === 'xl/workbook.xml')
}

/** The rows of a workbook's first sheet, with the number of rows above its table. */
async function sheetOf(file: FileHandle) {
  const { readXlsx } = await import('#server/reading/xlsx.ts')
  return (before: number) => readXlsx(file, { before })
}

export const nothingSaved: SavedLayouts = { layouts: [], account: null }

async function* readArchive(file: FileHandle, saved: SavedLayouts): AsyncGenerator<FilePart> {
  const parts = filesIn(await listArchive(file, archiveLimits))
  if (parts.length === 0) throw new StatementError('no_statements')
  for (const part of parts) await verifyPart(file, part)
  for (const part of await inOrder(file, parts, saved)) yield* readPart(file, part, saved)
}

/** Maximum shown length of a file name in a ZIP. */
const longestName = 200

/** The statements of one file in an archive. Its name is used only in errors. */
async function* readPart(file: FileHandle, part: ArchivePart, saved: SavedLayouts): AsyncGenerator<FilePart> {
  const name = part.name.slice(0, longestName)
  try {
    for await (const one of readOne(() => unpackedBytes(file, part), saved)) yield { ...one, file: name }
  } catch (error) {
    if (!(error instanceof StatementError) && !(error instanceof ReadError)) throw error
    const parameters = error instanceof StatementError ? error.parameters : {}
    throw new StatementError(error.code, error.line, { ...parameters, file: name })
  }
}

const byNumber = new Intl.Collator('en', { numeric: true }).compare

/** Sorts by account, opening day and number of each file's first statement, because numbers restart every year. */
async function inOrder(
  file: FileHandle,
  parts: readonly ArchivePart[],
  saved: SavedLayouts,
): Promise<ArchivePart[]> {
  const begun: { part: ArchivePart; key: string[] }[] = []
  for (const part of parts) {
    for await (const one of readPart(file, part, saved)) {
      if (one.kind !== 'begin') continue
      const account = one.account ? Object.values(one.account).join('/') : ''
      begun.push({ part, key: [account, one.opens_on ?? '', one.number, part.name] })
      break
    }
  }
  const compare = (a: string[], b: string[]) =>
    a.map((one, at) => byNumber(one, b[at]!)).find((order) => order !== 0) ?? 0
  return begun.toSorted((a, b) => compare(a.key, b.key)).map(({ part }) => part)
}

/** The bytes of a part; stopping early is no stream error. */
async function* readOne(
  open: () => AsyncIterable<Uint8Array>,
  saved: SavedLayouts,
): AsyncGenerator<StatementPart> {
  const { kind, isDos, text } = await openText(open, saved)
  const read = kind === 'xml' ? readCamt(text) : kind === 'mt940' ? readMt940(text) : readBankCsv(text, saved)
  for await (const part of balanced(read)) {
    const isTold = isDos && kind !== 'xml' && part.kind === 'end'
    yield isTold ? { ...part, notes: [...part.notes, 'dos_letters'] } : part
  }
}

async function openText(open: () => AsyncIterable<Uint8Array>, saved: SavedLayouts) {
  const { start, whole } = await peek(open())
  const kind = kindOf(start)
  const isDos = kind === 'xml' ? isDeclaredDos(start) : await isDosText(open(), saved)
  const text = isDos ? asDosText(whole) : await decoded(whole, kind === 'xml' ? start : undefined)
  return { kind, isDos, text }
}

/**
 * The rows around a line of a refused file, as a person sees them: cells of a CSV, otherwise the raw line. `file` names
 * the one in a ZIP. Empty when the line does not exist or is too long to show.
 */
export async function excerptOf(path: string, saved: SavedLayouts, at: ExcerptAt): Promise<ExcerptRow[]> {
  const file = await open(path, 'r')
  try {
    const head = Buffer.alloc(4)
    await file.read(head, 0, 4, 0)
    if (head[0] !== 0x50 || head[1] !== 0x4b) return await excerptIn(() => bytesOf(file), saved, at)
    const parts = filesIn(await listArchive(file, archiveLimits))
    const part = parts.find(({ name }) => name.slice(0, longestName) === at.file)
    return part ? await excerptIn(() => unpackedBytes(file, part), saved, at) : []
  } catch (error) {
    // The refusal is already reported; there is merely no excerpt to show.
    if (error instanceof StatementError || error instanceof ReadError) return []
    throw error
  } finally {
    await file.close()
  }
}

async function excerptIn(
  open: () => AsyncIterable<Uint8Array>,
  saved: SavedLayouts,
  at: ExcerptAt,
): Promise<ExcerptRow[]> {
  const { kind, text } = await openText(open, saved)
  return kind === 'csv' ? excerptOfCsv(text, at) : excerptOfLines(text, at)
}

/** True when umlauts are DOS-encoded; a person decides when the bytes are ambiguous. */
async function isDosText(bytes: AsyncIterable<Uint8Array>, { letters }: SavedLayouts): Promise<boolean> {
  const found = await lettersOf(bytes)
  if ('letters' in found) return found.letters === 'cp850'
  if (!letters)
    throw new StatementError('letters_open', undefined, { examples: JSON.stringify(found.examples) })
  return letters === 'cp850'
}

async function decoded(whole: AsyncIterable<Uint8Array>, start: Buffer | undefined) {
  const { text } = await decodeText(whole, start && declared(start))
  return start && isLatin9(start) ? asLatin9(text) : text
}

function kindOf(start: Buffer): 'xml' | 'mt940' | 'csv' {
  if (start.length < 2) throw new StatementError('empty_file')
  if (start[0] === 0x50 && start[1] === 0x4b) throw new StatementError('nested_archive')
  const text = start
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(?:ï»¿|ÿþ|þÿ)/, '')
  if (text.startsWith('%PDF') || (start[0] === 0x1f && start[1] === 0x8b) || start.readUInt16BE(0) === 0xd0cf)
    throw new StatementError('unsupported_kind')
  if (/^\s*</.test(text)) return 'xml'
  if (/^\s*"?(?:EXTF|DTVF)"?;/.test(text)) throw new StatementError('datev_batch', 1)
  // A truncated file is recognized by the following fields.
  return /^\s*\{1:/.test(text) || /(?:^|[\r\n])(?:\{4:)?:(?:20|25|28C?|60[FM]|61|62[FM]|86|940):/.test(text)
    ? 'mt940'
    : 'csv'
}

/** The encoding in an XML declaration; undefined leaves it to detection. */
function declared(start: Buffer): Encoding | undefined {
  return /^(iso-8859-(1|15)|windows-1252|latin-?[19])$/i.test(declaredName(start))
    ? 'windows-1252'
    : undefined
}

const declaredName = (start: Buffer) =>
  /^[^>]*encoding\s*=\s*["']([^"']+)["']/i.exec(start.toString('latin1').slice(0, 300))?.[1] ?? ''
const isDeclaredDos = (start: Buffer) => /^(?:cp|ibm)-?(?:850|437)$/i.test(declaredName(start))
const isLatin9 = (start: Buffer) => /^(iso-8859-15|latin-?9)$/i.test(declaredName(start))

/** Differences of ISO-8859-15 from Windows-1252. */
const latin9: Record<string, string> = {
  '¤': '€',
  '¦': 'Š',
  '¨': 'š',
  '´': 'Ž',
  '¸': 'ž',
  '¼': 'Œ',
  '½': 'œ',
  '¾': 'Ÿ',
}

async function* asLatin9(text: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of text) yield piece.replace(/[¤¦¨´¸¼½¾]/g, (sign) => latin9[sign]!)
}

/** The first bytes of a stream, and the complete stream. */
async function peek(
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ start: Buffer; whole: AsyncIterable<Uint8Array> }> {
  const iterator = bytes[Symbol.asyncIterator]()
  const first = await iterator.next()
  async function* whole() {
    if (first.done) return
    try {
      yield first.value
      for (;;) {
        const next = await iterator.next()
        if (next.done) return
        yield next.value
      }
    } finally {
      await iterator.return?.()
    }
  }
  return { start: first.done ? Buffer.alloc(0) : Buffer.from(first.value).subarray(0, 4096), whole: whole() }
}
