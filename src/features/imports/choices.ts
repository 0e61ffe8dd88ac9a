import type { FundingType } from '#features/ledger/funding-types.ts'
import type { Locale } from '#shared/messages.ts'
import type { Rates } from './rates.ts'

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'cp850'] as const
/** latin-1 is read as Windows-1252: it differs only in control characters that no text file has. */
export type Encoding = (typeof encodings)[number]

/** The two encodings that are hard to tell apart in files of old programs. */
export const letters = ['windows-1252', 'cp850'] as const satisfies readonly Encoding[]
export type Letters = (typeof letters)[number]

export const separators = [',', ';', '\t'] as const
export type Separator = (typeof separators)[number]

/** Findings to confirm before booking, because they are usually mistakes. */
export const meant = ['without_gifts', 'many_organizations', 'alike_names'] as const
export type Meant = (typeof meant)[number]

/** A person's choices for one import; missing ones are guessed. */
export type ImportOptions = {
  encoding?: Encoding
  separator?: Separator
  sheet?: string
  /** Read all sheets with the same header as the first one. */
  all_sheets?: boolean
  /** Also read hidden and filtered rows of a workbook; otherwise they are refused. */
  hidden_rows?: boolean
  /** Import the good rows without the others; otherwise one refused row blocks the whole file. */
  partial: boolean
  rates: Rates
  /** The currency of amounts without one, overriding the column's name. */
  currency?: string
  /** The year of gifts when the file has neither year nor date. */
  year?: number
  /** For new projects. */
  funding_type: FundingType
  /** Recipe name under which the steps are saved after booking: null for none, undefined for an automatic one. */
  keep_as?: string | null
  /** Negative amounts are reversals of other rows' gifts; undefined while nobody has decided. */
  reversals?: boolean
  /** Findings that a person confirmed as intended: a file without gifts, or a new organization in nearly every row. */
  confirmed?: readonly Meant[]
  /** The language of texts written by the import itself (title of the need). */
  language: Locale
}

/** Maximum size of a file, in bytes. */
export const maxFileBytes = 200 * 1024 * 1024
