import type { FundingType } from '#features/ledger/funding-types.ts'
import type { Locale } from '#shared/messages.ts'
import type { Rates } from './rates.ts'

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'cp850'] as const
/** latin-1 is read as Windows-1252: it differs only in control characters that no text file has. */
export type Encoding = (typeof encodings)[number]

/** The two that files of old programs are hard to tell apart by. */
export const letters = ['windows-1252', 'cp850'] as const satisfies readonly Encoding[]
export type Letters = (typeof letters)[number]

export const separators = [',', ';', '\t'] as const
export type Separator = (typeof separators)[number]

/** What is asked before it is booked, because it is more often a mistake than meant. */
export const meant = ['without_gifts', 'many_organizations', 'alike_names'] as const
export type Meant = (typeof meant)[number]

/** What a person decides about one import; what is left out is guessed. */
export type ImportOptions = {
  encoding?: Encoding
  separator?: Separator
  sheet?: string
  /** All sheets that have the header of the first. */
  all_sheets?: boolean
  /** Rows of a workbook that are hidden or filtered out are taken too; otherwise they are refused. */
  hidden_rows?: boolean
  /** Take the good rows and leave the others; otherwise one refused row keeps all of them out. */
  partial: boolean
  rates: Rates
  /** The currency of amounts that say none themselves, whatever the column's name says. */
  currency?: string
  /** The year of gifts where the file has neither year nor date. */
  year?: number
  /** Of new projects. */
  funding_type: FundingType
  /** Under which name the steps are kept as a recipe once they are booked: null for none, undefined for one that is found. */
  keep_as?: string | null
  /** Amounts below zero take back gifts of other rows: undefined while nobody has said whether they do. */
  reversals?: boolean
  /** What a person has said is meant: a file without gifts, or one in which nearly each row is another organization. */
  confirmed?: readonly Meant[]
  /** The language of texts that the import itself writes (title of the need). */
  language: Locale
}

/** The largest file that is taken, in bytes. */
export const maxFileBytes = 200 * 1024 * 1024
