import { isAscii } from 'node:buffer'
import type { Letters } from '#shared/reading/encodings.ts'

/**
 * Old bank programs write DOS letters instead of Windows-1252. Code pages 850 and 437 have the German letters at the
 * same positions; where they differ, 850 is used, because 437 has only symbols there.
 */
const upper =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

/** Decodes a stream of code page 850, one letter per byte. */
export async function* asDosText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  for await (const piece of bytes) yield dosText(piece)
}

const dosText = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (sign) => upper[sign.charCodeAt(0) - 128]!)

const isLower = (byte: number) => byte >= 97 && byte <= 122
const isLetter = (byte: number) => isLower(byte) || (byte >= 65 && byte <= 90)

/** ü ä ö within words; in Windows-1252 these bytes are quotation marks at word edges, or unused. */
const inWords = new Set([0x81, 0x84, 0x94])
/** Ä Ö Ü at the beginning of words or among capitals. */
const capitals = new Set([0x8e, 0x99, 0x9a])
/** ä ö ü Ä Ö Ü ß in Windows-1252. */
const ofWindows = new Set([0xe4, 0xf6, 0xfc, 0xc4, 0xd6, 0xdc, 0xdf])
/** DOS ß, which is á in Windows: only ß follows a vowel. */
const sharp = 0xe1
const vowels = new Set(Buffer.from('aeiouAEIOU'))
/** DOS ü, unused in Windows. */
const unused = 0x81

/** Lead bytes of UTF-8 letters in texts that banks write. */
const ofUtf8 = new Set([0xc2, 0xc3, 0xe2])

/** A word of the file in both readings. */
export type LetterExample = Record<Letters, string>
/** The encoding of a text's umlauts, or example words for a person when the bytes are ambiguous. */
export type LettersFound = { letters: Letters } | { examples: LetterExample[] }

/** Maximum number of example words. */
const mostExamples = 4
/** Evidence enough to decide without reading the rest of a large file. */
const enough = 10_000
/** Required ratio of evidence for one encoding over the other. */
const clearly = 3

/**
 * Detects whether a file's umlauts are DOS or Windows, from bytes in positions of letters. UTF-8 and UTF-16 count as
 * Windows; their own reader detects them.
 */
export async function lettersOf(bytes: AsyncIterable<Uint8Array>): Promise<LettersFound> {
  const seen = { inWords: 0, capitals: 0, windows: 0, perhaps: 0 }
  const examples = new Map<string, LetterExample>()
  const kindOf = (before: number, sign: number, next: number): keyof typeof seen | undefined => {
    if (inWords.has(sign) && isLetter(before) && isLetter(next)) return 'inWords'
    // In Windows these would be Ž, ™ and š.
    if (capitals.has(sign) && !isLower(before) && before < 0x80 && isLetter(next)) return 'capitals'
    if (ofWindows.has(sign) && (isLetter(before) || isLetter(next))) return 'windows'
    if (sign === unused || (sign === sharp && vowels.has(before))) return 'perhaps'
    return undefined
  }
  // The two preceding bytes, across chunks. This runs for every byte of a large file; most are ASCII and cost nothing
  // more.
  let before = 0
  let last = 0
  const judge = (next: number, piece: Uint8Array, at: number) => {
    const kind = last >= 0x80 ? kindOf(before, last, next) : undefined
    if (!kind) return
    seen[kind]++
    if (examples.size >= mostExamples) return
    if (at === 0) return
    const word = wordAround(piece, at - 1)
    if (word.length > 0)
      examples.set(String(word), { cp850: dosText(word), 'windows-1252': windows.decode(word) })
  }
  let end: Uint8Array = new Uint8Array()
  for await (const piece of bytes) {
    end = piece
    if (piece.includes(0)) return { letters: 'windows-1252' }
    if (seen.inWords + seen.capitals + seen.windows + seen.perhaps >= enough) break
    if (last < 0x80 && isAscii(piece)) {
      if (piece.length > 0) [before, last] = [piece.at(-2) ?? last, piece.at(-1)!]
      continue
    }
    for (let at = 0; at < piece.length; at++) {
      const next = piece[at]!
      if (next >= 0x80 && ofUtf8.has(next)) return { letters: 'windows-1252' }
      if (last >= 0x80) judge(next, piece, at)
      before = last
      last = next
    }
  }
  judge(0, end, end.length)
  const isDos = decided(seen)
  return isDos === undefined
    ? { examples: [...examples.values()] }
    : { letters: isDos ? 'cp850' : 'windows-1252' }
}

/** True for DOS, false for Windows, undefined when ambiguous. */
function decided(seen: { inWords: number; capitals: number; windows: number; perhaps: number }) {
  const dos = seen.inWords + seen.capitals
  if (seen.windows === 0) {
    if (seen.inWords > 0) return true
    return dos + seen.perhaps > 0 ? undefined : false
  }
  if (dos > seen.windows * clearly) return seen.inWords > 0 ? true : undefined
  return seen.windows > dos * clearly ? false : undefined
}

const windows = new TextDecoder('windows-1252')
const longestWord = 24

/** The word around a byte, as far as the chunk contains it. */
function wordAround(piece: Uint8Array, at: number): Uint8Array {
  const isPart = (byte: number | undefined) => byte !== undefined && (byte >= 0x80 || isLetter(byte))
  let [from, to] = [at, at]
  while (isPart(piece[from - 1]) && at - from < longestWord) from--
  while (isPart(piece[to]) && to - at < longestWord) to++
  return piece.slice(Math.max(0, from), to)
}
