import type { TokenType } from './tokens.ts'

/** Format of a value in its place: the template sets it, not the reader's language. */
export const formats = [
  'text',
  'lines',
  'day_de',
  'day_de_long',
  'day_en',
  'day_en_long',
  'eur_de',
  'eur_en',
  'words_de',
  'words_en',
  'checked_yes',
  'checked_no',
  'image',
] as const
export type Format = (typeof formats)[number]

/** Formats that a token of a type may have, the usual one first. */
export const formatsOf: Record<TokenType, readonly [Format, ...Format[]]> = {
  text: ['text', 'lines'],
  lines: ['lines', 'text'],
  day: ['day_de', 'day_de_long', 'day_en', 'day_en_long'],
  eur: ['eur_de', 'eur_en'],
  eur_words: ['words_de', 'words_en'],
  boolean: ['checked_yes', 'checked_no'],
  image: ['image'],
}

/** Sizes between which a text fits itself, in points; equal ones are a fixed size. */
export type Size = { from: number; to: number }

/** Sizes offered in the editor; texts are readable from six points on. */
export const sizes: readonly Size[] = [
  { from: 7, to: 10 },
  { from: 8, to: 10 },
  { from: 6, to: 9 },
  { from: 9, to: 12 },
  { from: 8, to: 8 },
  { from: 9, to: 9 },
  { from: 10, to: 10 },
  { from: 12, to: 12 },
]
export const usualSize: Size = { from: 7, to: 10 }
export const sizeLimits = { smallest: 5, largest: 36 }

/** A rectangle of a page in points, from its lower left corner on. */
export type Box = { x: number; y: number; width: number; height: number }

/** A token mapped to a field of the PDF. */
export type MappedField = { field: string; token: string; format: Format; size: Size }
/** A token placed on a page (counted from 1) where the PDF has no field. */
export type PlacedToken = { id: string; page: number; token: string; format: Format; size: Size } & Box
/** Everything that a version writes into its PDF. */
export type Mapping = { fields: MappedField[]; placed: PlacedToken[] }

/** Types of PDF fields: a checkbox, a text, a signature, or one that cannot be filled. */
export const fieldTypes = ['text', 'lines', 'checkbox', 'signature', 'other'] as const
export type FieldType = (typeof fieldTypes)[number]

/** The form's own format for a field: days by a pattern (`dd.mm.yyyy`), numbers with their currency. */
export type OwnFormat =
  | { day: string }
  | {
      decimals: number
      /** The thousands separator and the decimal separator. */
      group: string
      decimal: string
      currency: string
      currency_first: boolean
    }

/** A field that was found in a PDF; several places show the same value. */
export type FoundField = {
  name: string
  type: FieldType
  /** Omitted when the form sets no format. */
  own_format?: OwnFormat
  /** Maximum number of letters; null when the form sets none. */
  max_length: number | null
  places: ({ page: number } & Box)[]
}
/** A PDF as templates see it. */
export type FoundPdf = { pages: Box[]; fields: FoundField[] }

/** True when a field of this type can hold a token in this format: a box holds no text, a text field no picture. */
export function acceptsFormat(type: FieldType, format: Format): boolean {
  if (type === 'other') return false
  if (format === 'image') return type === 'signature'
  const isChecked = format === 'checked_yes' || format === 'checked_no'
  return type === 'checkbox' ? isChecked : type !== 'signature' && !isChecked
}
