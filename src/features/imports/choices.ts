import type { FundingType } from '#features/ledger/funding-types.ts'
import type { Locale } from '#shared/messages.ts'
import type { Encoding, Separator } from '#shared/reading/encodings.ts'
import type { Rates } from './rates.ts'

/** Questions that must be confirmed before booking, because such files are usually mistakes. */
export const confirmations = ['without_gifts', 'many_organizations', 'alike_names'] as const
export type Confirmation = (typeof confirmations)[number]

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
  funding_type: FundingType
  /** Recipe name under which the steps are saved after booking: null for none, undefined for an automatic one. */
  keep_as?: string | null
  /** Negative amounts are reversals of other rows' gifts; undefined while nobody has decided. */
  reversals?: boolean
  /** Findings that a person confirmed as intended: a file without gifts, or a new organization in nearly every row. */
  confirmed?: readonly Confirmation[]
  /** The language of texts written by the import itself (title of the need). */
  language: Locale
}

/** Maximum size of a file, in bytes. */
export const maxFileBytes = 200 * 1024 * 1024
