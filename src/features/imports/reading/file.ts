import { open } from 'node:fs/promises'
import type { Encoding, Separator } from '#shared/reading/encodings.ts'
import { bytesOf } from '#server/reading/bytes.ts'
import { decodeText } from '#server/reading/encoding.ts'
import { ReadError } from '#shared/reading/errors.ts'
import { type ExcerptAt, excerptOfCsv, excerptOfLines } from '#server/reading/excerpt.ts'
import type { ExcerptRow } from '#shared/reading/excerpt-row.ts'
import { type LetterExample, lettersOf } from '#server/reading/letters.ts'
import type { SourceRow } from '#shared/reading/row.ts'
import type { HiddenParts } from '#server/reading/sheet-facts.ts'

export type FileKind = 'csv' | 'xlsx' | 'grants360'

/** A person's choices instead of the guesses. */
export type ReadOptions = {
  encoding?: Encoding
  separator?: Separator
  sheet?: number | string
  allSheets?: boolean
  before?: number
  hiddenRows?: boolean
}

/** Facts about a file; `encoding` is final only after the whole file was read. */
export type FileFacts = {
  kind: FileKind
  encoding?: Encoding
  separator?: Separator
  sheets?: string[]
  /**
   * Words whose umlauts can be read in two ways, while nobody has decided; meanwhile the file is read as Windows-1252.
   */
  letters?: LetterExample[]
  hidden?: HiddenParts
}

export type OpenedFile = { facts: () => FileFacts; rows: AsyncGenerator<SourceRow> }

/**
 * Opens a file of any importable kind and yields its rows; the generator closes the file. The kind is detected by
 * content, never by name. Untrusted files go through `readInSandbox`, which calls this.
 */
export async function openRows(path: string, options: ReadOptions = {}): Promise<OpenedFile> {
  const file = await open(path, 'r')
  try {
    const head = Buffer.alloc(4096)
    const { bytesRead } = await file.read(head, 0, head.length, 0)
    const kind = kindOf(head.subarray(0, bytesRead))
    // Each reading is a process of its own, which loads the reader of workbooks or grants only when needed.
    if (kind === 'xlsx') {
      const { readSheets, sheetNames } = await import('#server/reading/xlsx.ts')
      const sheets = await sheetNames(file)
      const hidden: HiddenParts = { rows: false, columns: [] }
      const onHidden = (found: HiddenParts) => {
        hidden.rows ||= found.rows
        hidden.columns = [...new Set([...hidden.columns, ...found.columns])]
      }
      return {
        facts: () => ({ kind, sheets, hidden }),
        rows: closing(readSheets(file, sheets, { ...options, onHidden }), () => file.close()),
      }
    }
    const bytes = file.createReadStream({ start: 0, autoClose: false, highWaterMark: 64 * 1024 })
    const found = options.encoding || kind !== 'csv' ? undefined : await lettersOf(bytesOf(file))
    const isDos = found && 'letters' in found && found.letters === 'cp850'
    const { encoding, text } = await decodeText(bytes, options.encoding ?? (isDos ? 'cp850' : undefined))
    if (kind === 'grants360') {
      const { readGrants360 } = await import('./grants360.ts')
      const rows = closing(readGrants360(text), () => file.close())
      return { facts: () => ({ kind, encoding: encoding() }), rows }
    }
    const { readCsv } = await import('#server/reading/csv.ts')
    const { separator, rows } = await readCsv(text, options)
    return {
      facts: () => ({
        kind,
        encoding: encoding(),
        separator,
        ...(found && 'examples' in found && { letters: found.examples }),
      }),
      rows: closing(rows, () => file.close()),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

/**
 * The rows around a line of a refused text file. Undecodable letters stay visible, because they may be the reason.
 * Empty for a workbook, which has no lines.
 */
export async function excerptOf(path: string, at: ExcerptAt): Promise<ExcerptRow[]> {
  const file = await open(path, 'r')
  try {
    const head = Buffer.alloc(4096)
    const { bytesRead } = await file.read(head, 0, head.length, 0)
    const kind = kindOf(head.subarray(0, bytesRead))
    if (kind === 'xlsx') return []
    const text = decodeIncomplete(bytesOf(file), head)
    return kind === 'csv' ? await excerptOfCsv(text, at) : await excerptOfLines(text, at)
  } catch (error) {
    // The refusal is already reported; there is merely no excerpt to show.
    if (error instanceof ReadError) return []
    throw error
  } finally {
    await file.close()
  }
}

async function* decodeIncomplete(bytes: AsyncIterable<Uint8Array>, head: Buffer): AsyncGenerator<string> {
  const mark = head.readUInt16BE(0)
  const decoder = new TextDecoder(mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8')
  for await (const piece of bytes) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}

/** The kind of a file by its first bytes. Throws for known unsupported kinds (old Excel, PDF, archives, web pages). */
export function kindOf(head: Uint8Array): FileKind {
  if (head.length === 0) throw new ReadError('empty_file')
  const starts = (...bytes: number[]) => bytes.every((byte, i) => head[i] === byte)
  if (starts(0x50, 0x4b, 3, 4)) return 'xlsx'
  if (
    starts(0xd0, 0xcf, 0x11, 0xe0) ||
    starts(0x25, 0x50, 0x44, 0x46) ||
    starts(0x1f, 0x8b) ||
    starts(0x50, 0x4b)
  ) {
    throw new ReadError('unsupported_kind')
  }
  const text = Buffer.from(head)
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(?:ï»¿|ÿþ|þÿ)/, '')
  // Web pages and XML, even with the file name of a table.
  if (/^\s*<(?:!doctype|html|table|\?xml)\b/i.test(text)) throw new ReadError('unsupported_kind')
  return /^\s*(?:\{|\[\s*[{\]])/.test(text) ? 'grants360' : 'csv'
}

async function* closing(rows: AsyncGenerator<SourceRow>, close: () => Promise<void>) {
  try {
    yield* rows
  } finally {
    await close()
  }
}
