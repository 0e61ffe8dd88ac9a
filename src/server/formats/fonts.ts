import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { PDFDocument } from '@cantoo/pdf-lib'
import * as fontkit from 'fontkit'

/** The two fonts of everything that is printed here: DejaVu Sans has Latin, Greek and Cyrillic letters. */
const files = { regular: 'DejaVuSans.ttf', bold: 'DejaVuSans-Bold.ttf' }
export type FontName = keyof typeof files

/** A font as the library that reads it opens it: what is asked of it here. */
type Font = {
  unitsPerEm: number
  characterSet: number[]
  layout(text: string): { glyphs: { advanceWidth: number }[] }
}
type Fontkit = Parameters<PDFDocument['registerFontkit']>[0]
const library = fontkit as unknown as Fontkit

const read = new Map<FontName, { bytes: Buffer; font: Font }>()

/** A font is read and opened once per process: that takes longer than everything else about a document. */
function open(name: FontName): { bytes: Buffer; font: Font } {
  const known = read.get(name)
  if (known) return known
  const bytes = readFileSync(createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${files[name]}`))
  const fresh = { bytes, font: library.create(bytes) as unknown as Font }
  // Kept with the font, and so the same for all who use it.
  void fresh.font.characterSet
  read.set(name, fresh)
  return fresh
}

/**
 * The font as if it had just been opened: its tables are shared, its glyphs are not. A glyph keeps the letters that it was
 * first asked for; a part of İ, remembered from another document, would be a letter I that no reader finds in the text.
 */
const anew = (font: Font): Font => Object.create(font, { _glyphs: { value: {}, writable: true } }) as Font

/** The bytes of a font, to embed it in a PDF whose fontkit is `fontReader`. */
export const fontBytes = (name: FontName): Uint8Array => open(name).bytes

/** A font to measure with, and to see which letters it has. */
export const openFont = (name: FontName): Font => anew(open(name).font)

/** The library that reads and cuts fonts, as the one that writes PDFs wants it; ours are not read a second time. */
export const fontReader: Fontkit = {
  create: (bytes) => {
    for (const known of read.values()) if (known.bytes === bytes) return anew(known.font) as never
    return library.create(bytes)
  },
}
