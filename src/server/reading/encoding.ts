import { isAscii, isUtf8 } from 'node:buffer'
import type { Encoding } from '#shared/reading/encodings.ts'
import { ReadError } from '#shared/reading/errors.ts'
import { asDosText } from './letters.ts'

/** The text of a file in pieces; `encoding()` is what the bytes so far have proved. */
export type DecodedText = { encoding: () => Encoding; text: AsyncGenerator<string> }

const sampleBytes = 256 * 1024

/**
 * Decodes a byte stream without buffering it. The first 256 kB decide between UTF-16 and an ASCII-based encoding; UTF-8
 * is then assumed until the first invalid byte. If only ASCII came before, the rest is Windows-1252, else the file is
 * `mixed_encoding`. A person's `encoding` is used as it is.
 */
export async function decodeText(bytes: AsyncIterable<Uint8Array>, chosen?: Encoding): Promise<DecodedText> {
  const { sample, rest } = await readSample(bytes)
  if (sample.length === 0) throw new ReadError('empty_file')
  const encoding = chosen ?? guessEncoding(sample)
  if (encoding === 'cp850') return { encoding: () => encoding, text: asDosText(rest) }
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    return { encoding: () => encoding, text: decodeUtf16(rest, encoding) }
  }
  const state = { encoding, chosen: chosen !== undefined }
  return { encoding: () => state.encoding, text: decodeBytes(rest, state) }
}

/**
 * The encoding suggested by a file's beginning; UTF-8 also stands for "ASCII so far". Throws `not_text` on binary
 * content.
 */
export function guessEncoding(sample: Uint8Array): Encoding {
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le'
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0] as [number, number]
  for (let i = 0; i < sample.length; i++) if (sample[i] === 0) zeros[i % 2]!++
  if (zeros[0] + zeros[1] === 0) return 'utf-8'
  // Western text in UTF-16 has a zero in nearly every second byte and hardly any in the others.
  const half = sample.length / 2
  if (zeros[1] > half * 0.3 && zeros[0] < half * 0.02) return 'utf-16le'
  if (zeros[0] > half * 0.3 && zeros[1] < half * 0.02) return 'utf-16be'
  throw new ReadError('not_text')
}

async function readSample(bytes: AsyncIterable<Uint8Array>) {
  const iterator = bytes[Symbol.asyncIterator]()
  const head: Uint8Array[] = []
  let size = 0
  while (size < sampleBytes) {
    const next = await iterator.next()
    if (next.done) break
    head.push(next.value)
    size += next.value.length
  }
  async function* rest() {
    try {
      yield* head
      for (;;) {
        const next = await iterator.next()
        if (next.done) return
        yield next.value
      }
    } finally {
      await iterator.return?.()
    }
  }
  return { sample: Buffer.concat(head).subarray(0, sampleBytes), rest: rest() }
}

async function* decodeUtf16(bytes: AsyncIterable<Uint8Array>, encoding: Encoding) {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let lines = 1
  try {
    for await (const chunk of bytes) {
      const text = decoder.decode(chunk, { stream: true })
      lines += countLines(text)
      if (text) yield text
    }
    decoder.decode()
  } catch (error) {
    throw error instanceof TypeError ? new ReadError('wrong_encoding', lines) : error
  }
}

async function* decodeBytes(
  bytes: AsyncIterable<Uint8Array>,
  state: { encoding: Encoding; chosen: boolean },
) {
  const windows = new TextDecoder('windows-1252')
  let lines = 1
  let sawUtf8 = false
  let carry: Uint8Array = new Uint8Array(0)
  let first = true

  function decode(body: Uint8Array): string {
    if (state.encoding === 'windows-1252') return windows.decode(body)
    if (isAscii(body)) return Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1')
    if (isUtf8(body)) {
      sawUtf8 = true
      return Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8')
    }
    const bad = firstInvalid(body)
    const line = lines + countBytes(body.subarray(0, bad))
    if (state.chosen) throw new ReadError('wrong_encoding', line)
    if (sawUtf8 || !isAscii(body.subarray(0, bad))) throw new ReadError('mixed_encoding', line)
    state.encoding = 'windows-1252'
    return windows.decode(body)
  }

  function check(text: string): string {
    if (state.encoding === 'windows-1252' && !state.chosen) {
      const at = text.search(utf8SeenAsWindows)
      if (at >= 0) throw new ReadError('mixed_encoding', lines + countLines(text.slice(0, at)))
    }
    const zero = text.indexOf('\0')
    if (zero >= 0) throw new ReadError('not_text', lines + countLines(text.slice(0, zero)))
    lines += countLines(text)
    return text
  }

  for await (const chunk of bytes) {
    const whole = carry.length > 0 ? Buffer.concat([carry, chunk]) : chunk
    const end = whole.length - unfinished(whole)
    carry = whole.subarray(end)
    let text = check(decode(whole.subarray(0, end)))
    if (first && text) {
      first = false
      if (text.charCodeAt(0) === 0xfeff) text = text.slice(1)
    }
    if (text) yield text
  }
  if (carry.length > 0) {
    const text = check(decode(carry))
    if (text) yield text
  }
}

/** ä ö ü Ä Ö Ü ß é è written in UTF-8 but read as Windows-1252; no real text contains these pairs. */
const utf8SeenAsWindows = /Ã[¤¶¼„–œŸ©¨]/

/** Number of bytes at the end that may begin a UTF-8 character continued in the next chunk. */
function unfinished(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) return 0
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return length > back ? back : 0
    }
  }
  return 0
}

/** Position of the first byte sequence that is not UTF-8, by binary search (`isUtf8` is native and fast). */
function firstInvalid(bytes: Uint8Array): number {
  let good = 0
  let bad = bytes.length
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    const cut = bytes.subarray(0, middle)
    if (isUtf8(cut.subarray(0, cut.length - unfinished(cut)))) good = middle
    else bad = middle
  }
  // `good` may end inside the broken sequence: step back to where that sequence begins.
  return good - unfinished(bytes.subarray(0, good))
}

function countLines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}

function countBytes(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count++
  return count
}
