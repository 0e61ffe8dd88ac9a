import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { PDFDocument } from '@cantoo/pdf-lib'
import * as fontkit from 'fontkit'
import type { Measure } from '../fit.ts'

type Font = {
  unitsPerEm: number
  characterSet: number[]
  layout(text: string): { glyphs: { advanceWidth: number }[] }
}
type Fontkit = Parameters<PDFDocument['registerFontkit']>[0]

let bytes: Buffer | undefined
/** The font of everything that is filled in: Latin, Greek and Cyrillic letters. */
export const fontBytes = (): Buffer =>
  (bytes ??= readFileSync(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')))

/** The library that reads and cuts fonts, as the one that writes PDFs wants it. */
export const fontReader = fontkit as unknown as Fontkit

let font: Font | undefined
const opened = () =>
  (font ??= (fontkit as unknown as { create: (bytes: Buffer) => Font }).create(fontBytes()))
let letters: Set<number> | undefined

/** Width of a text at one point, as it is drawn: glyph after glyph. */
export const measure: Measure = (text) =>
  opened()
    .layout(text)
    .glyphs.reduce((sum, glyph) => sum + glyph.advanceWidth, 0) / opened().unitsPerEm

/** Letters of a text that the font cannot draw, each once. */
export function unknownLetters(text: string): string {
  letters ??= new Set(opened().characterSet)
  const unknown = Array.from(text).filter(
    (letter) => letter !== '\n' && !letters!.has(letter.codePointAt(0)!),
  )
  return [...new Set(unknown)].join('')
}

/** The text as it can be drawn: composed, without tabs, with what the font lacks as a question mark. */
export function drawable(text: string): string {
  const composed = text.normalize('NFC').replace(/[^\S\n]+/g, ' ')
  const unknown = unknownLetters(composed)
  return unknown === ''
    ? composed
    : Array.from(composed, (one) => (unknown.includes(one) ? '?' : one)).join('')
}
