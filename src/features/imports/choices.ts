import type { FundingType } from '#features/ledger/funding-types.ts'
import type { Locale } from '#shared/messages.ts'
import type { Encoding, Separator } from '#shared/reading/encodings.ts'
import type { Rates } from './rates.ts'

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
