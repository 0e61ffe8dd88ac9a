import {
  decodePDFRawStream,
  PDFArray,
  PDFContext,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFObjectParser,
  PDFParser,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from '#server/formats/pdf-lib.js'
import { fieldCall, scriptText } from './field-scripts.ts'

export const pdfRefusals = ['encrypted', 'script', 'unreadable'] as const
export type PdfRefusal = (typeof pdfRefusals)[number]
export type Inspected = { pages: number } | { refused: PdfRefusal }

/** Limit for all unpacked parts together, in bytes: only structures are unpacked, never pages or pictures. */
const mostUnpacked = 48 * 1024 * 1024
const mostPages = 10_000

/**
 * Inspects the structure of a PDF: readable objects and page tree, encryption, and active content (scripts that do more
 * than format a field, launch actions), even hidden in compressed parts or behind escaped names. It draws nothing. Run
 * it in a sandbox (`in-sandbox.ts`).
 */
export async function inspect(bytes: Uint8Array): Promise<Inspected> {
  if (!endsWhereItSays(bytes)) return { refused: 'unreadable' }
  const unpacking = boundUnpacking(mostUnpacked)
  let context: PDFContext
  try {
    context = await parsed(bytes, 'strictly')
  } catch {
    // Parts of an encrypted file cannot be read, but its trailer says that it is encrypted.
    const encrypted = await parsed(bytes, 'as far as it goes').then(isEncrypted, () => false)
    return { refused: encrypted ? 'encrypted' : 'unreadable' }
  } finally {
    unpacking.end()
  }
  // The library continues after an error of its decoders.
  if (unpacking.tooMuch()) return { refused: 'unreadable' }
  if (isEncrypted(context)) return { refused: 'encrypted' }
  if (runsSomething(context) || saysScript(bytes)) return { refused: 'script' }
  const pages = countPages(context)
  return pages === undefined ? { refused: 'unreadable' } : { pages }
}

const isEncrypted = ({ trailerInfo }: PDFContext) => trailerInfo.Encrypt !== undefined

/** All objects of a file. In strict mode an unreadable object is an error, because it could contain anything. */
const parsed = (bytes: Uint8Array, how: 'strictly' | 'as far as it goes') =>
  PDFParser.forBytesWithOptions(bytes, Infinity, how === 'strictly').parseDocument()

/**
 * True when the offset at a file's end points to its object table. A file that was cut off or shifted in transit is
 * damaged, even if a reader could guess its content.
 */
function endsWhereItSays(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = file.lastIndexOf('startxref')
  const said = end >= 0 && /^startxref\s+(\d{1,10})\s+%%EOF/.exec(file.toString('latin1', end, end + 64))
  if (!said) return false
  // Offsets count from the header, which other bytes may precede.
  const header = file.indexOf('%PDF-')
  return [Number(said[1]), Number(said[1]) + header].some((place) =>
    /^\s*(xref\b|\d+\s+\d+\s+obj\b)/.test(file.toString('latin1', place, place + 40)),
  )
}

type Unpacking = { buffer: Uint8Array; ensureBuffer(this: Unpacking, requested: number): Uint8Array }

/** Stops the library's decoders once everything they unpacked exceeds `most` bytes. */
function boundUnpacking(most: number): { tooMuch: () => boolean; end: () => void } {
  const some = PDFRawStream.of(
    PDFDict.fromMapWithContext(
      new Map([[PDFName.of('Filter'), PDFName.of('FlateDecode')]]),
      PDFContext.create(),
    ),
    Uint8Array.of(0x78, 0x9c),
  )
  const decoder = Object.getPrototypeOf(Object.getPrototypeOf(decodePDFRawStream(some))) as Unpacking
  // oxlint-disable-next-line typescript/unbound-method -- called with the decoder it is asked of
  const { ensureBuffer } = decoder
  let unpacked = 0
  decoder.ensureBuffer = function (requested) {
    const before = this.buffer.byteLength
    if (requested > before) {
      unpacked += requested - before
      if (unpacked > most) throw new Error('too much to unpack')
    }
    return ensureBuffer.call(this, requested)
  }
  return { tooMuch: () => unpacked > most, end: () => void (decoder.ensureBuffer = ensureBuffer) }
}

const nameOf = (object: PDFObject | undefined) =>
  object instanceof PDFName ? object.decodeText() : undefined

/** True if any object is an action that runs something, or has a script that does more than format a field. */
function runsSomething(context: PDFContext): boolean {
  const open: PDFObject[] = context.enumerateIndirectObjects().map(([, object]) => object)
  for (let object = open.pop(); object !== undefined; object = open.pop()) {
    if (object instanceof PDFArray) open.push(...inBlocks(object.asArray()))
    const dict = object instanceof PDFStream ? object.dict : object
    if (!(dict instanceof PDFDict)) continue
    if (isRunning(context, dict)) return true
    open.push(...inBlocks(dict.values()))
  }
  return false
}

/** True for an action that runs anything but a function that formats a field. */
function isRunning(context: PDFContext, dict: PDFDict): boolean {
  const entries = dict
    .entries()
    .map(([key, value]) => [nameOf(key), context.lookup(value as PDFRef)] as const)
  if (entries.some(([name]) => name === 'JavaScript')) return true
  const kinds = entries.flatMap(([name, value]) => (name === 'S' ? [nameOf(value)] : []))
  const scripts = entries.flatMap(([name, value]) => (name === 'JS' ? [value] : []))
  if (kinds.includes('Launch') || (kinds.includes('JavaScript') && scripts.length === 0)) return true
  return scripts.some((script) => fieldCall(scriptText(script)) === undefined)
}

/** Skips objects that cannot contain others, so that long arrays of numbers cost nothing. */
const inBlocks = (objects: readonly PDFObject[]) =>
  objects.filter((object) => object instanceof PDFDict || object instanceof PDFArray)

/** The same search in the raw bytes, for content that a lenient reader finds and the parser above does not. */
function saysScript(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const unescaped = text.replace(/#([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  const action = /\/S\s{0,20}\/(?:JavaScript|Launch)\b/g
  const places = Array.from(text.matchAll(action), ({ index }) => index)
  // An escaped action name is an attempt to hide it.
  if (unescaped.match(action)?.length !== (places.length || undefined)) return true
  return places.some((place) => {
    const begin = text.lastIndexOf('<<', place)
    const object = text.slice(begin, text.indexOf('endobj', place))
    // Some readers take the first value of a duplicate key.
    const isClear = object.match(/\/JS\b/g)?.length === object.match(action)?.length
    return begin < 0 || !isClear || !formatsField(bytes.subarray(begin))
  })
}

/** True if the bytes begin with an action that contains its script, and the script only formats a field. */
function formatsField(bytes: Uint8Array): boolean {
  try {
    const context = PDFContext.create()
    const action = PDFObjectParser.forBytes(bytes, context).parseObject()
    return action instanceof PDFDict && !isRunning(context, action)
  } catch {
    return false
  }
}

/** Number of pages in the tree; undefined for an invalid tree: missing, empty, or with a part that occurs twice. */
function countPages(context: PDFContext): number | undefined {
  const catalog = context.lookup(context.trailerInfo.Root)
  if (!(catalog instanceof PDFDict)) return undefined
  const open: PDFObject[] = [catalog.get(PDFName.of('Pages'))].filter((root) => root !== undefined)
  const seen = new Set<PDFObject>()
  let pages = 0
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const dict = context.lookup(node)
    if (!(dict instanceof PDFDict) || seen.has(dict)) return undefined
    seen.add(dict)
    const kids = dict.lookup(PDFName.of('Kids'))
    if (kids instanceof PDFArray) for (const kid of kids.asArray()) open.push(kid)
    else if (nameOf(dict.lookup(PDFName.of('Type'))) === 'Page') pages++
    else return undefined
    if (pages > mostPages) return undefined
  }
  return pages > 0 ? pages : undefined
}
