import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { PDFDocument } from '#server/formats/pdf-lib.js'
import * as fontkit from 'fontkit'

/** The two fonts for printed output: DejaVu Sans covers Latin, Greek and Cyrillic letters. */
const files = { regular: 'DejaVuSans.ttf', bold: 'DejaVuSans-Bold.ttf' }
export type FontName = keyof typeof files

type Font = {
  unitsPerEm: number
  characterSet: number[]
  layout(text: string): { glyphs: { advanceWidth: number }[] }
}
type Fontkit = Parameters<PDFDocument['registerFontkit']>[0]
const library = fontkit as unknown as Fontkit

const read = new Map<FontName, { bytes: Buffer; font: Font }>()

/** Reads and opens each font once per process: that takes longer than the rest of a document. */
function open(name: FontName): { bytes: Buffer; font: Font } {
  const known = read.get(name)
  if (known) return known
  const bytes = readFileSync(createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${files[name]}`))
  const fresh = { bytes, font: library.create(bytes) as unknown as Font }
  // Cached with the font, so shared by all its users.
  void fresh.font.characterSet
  read.set(name, fresh)
  return fresh
}

/**
 * The font in a freshly opened state: its tables are shared, its glyphs are not. A glyph remembers the characters it
 * was first requested for; a part of İ remembered from another document would become a letter I that no reader finds in
 * the text.
 */
const freshCopy = (font: Font): Font =>
  Object.create(font, { _glyphs: { value: {}, writable: true } }) as Font

/** The bytes of a font, for embedding in a PDF whose fontkit is `fontReader`. */
export const fontBytes = (name: FontName): Uint8Array => open(name).bytes

/** A font for measuring text and checking its characters. */
export const openFont = (name: FontName): Font => freshCopy(open(name).font)

/** The library that reads and subsets fonts, in the form the PDF writer expects; our fonts are not read twice. */
export const fontReader: Fontkit = {
  create: (bytes) => {
    for (const known of read.values()) if (known.bytes === bytes) return freshCopy(known.font) as never
    return library.create(bytes)
  },
}
