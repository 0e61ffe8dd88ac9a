import { createHash } from 'node:crypto'
import type { Day } from '#shared/dates.ts'
import { slugify } from '#server/db/free-slug.ts'
import { textOf } from '#server/base/texts.ts'
import type { ImportOptions } from '../choices.ts'
import { ownGift } from '#features/ledger/gift-keys.ts'
import { foldNumber, giftIdentity } from '../identity.ts'
import { atRate, currenciesWith, rateFor } from '../rates.ts'
import type { ColumnEvidence } from '../columns/evidence.ts'
import type { Mapping } from '../columns/mapping.ts'
import type { NameClass } from '../same-names.ts'
import type { Cell, SourceRow } from '#shared/reading/row.ts'
import { giftOf, type ImportRow, readRow, receivedOn, type Refusal, type RowChoices } from '../rules.ts'

/** An organization as named in its row, with the beginning of its slug. */
export type StagedOrganization = ImportRow['organization'] & { slug: string }
export type StagedProject = NonNullable<ImportRow['project']> & { slug: string }

/** A row of `import_rows`; `refused` excludes everything else except the amount. */
export type StagedRow = {
  n: number
  line: number
  refused?: { reasons: Refusal[]; cells: Cell[] }
  name_hash?: string
  recipient_hash?: string
  project_hash?: string
  organization?: StagedOrganization
  project?: StagedProject
  amount_cents?: number
  received_on?: Day
  need_cents?: number
  note?: string
  gift_hash?: string
  /** For a reversal row, instead of `gift_hash` and `amount_cents`; its `source_cents` are negative. */
  reversal_hash?: string
  cells?: Cell[]
  /** The row's currency, and its amount in it. */
  currency?: string
  source_cents?: number
}

export type StagingRules = {
  mapping: Mapping
  evidence: ColumnEvidence
  options: ImportOptions
  today: Day
  names?: ReadonlyMap<string, NameClass>
}

/** Reads one row and prepares it for the database: identities as hashes, amounts in euro cents. */
export function stageRow(n: number, row: SourceRow, rules: StagingRules): StagedRow {
  const { options, mapping, evidence, today } = rules
  const choices = choicesOf(options, today)
  const result = readRow(mapping, evidence, row, choices)
  if ('refused' in result) return { ...refusal(n, row, result.refused), ...openAmount(row, rules) }
  const { ok } = result
  const { gift } = ok
  const received_on = gift && receivedOn(gift, today)
  if (gift && gift.amount_cents < 0) return stageReversal(n, row, ok, { received_on: received_on!, ...rules })
  const rate = rateFor(gift?.currency, { year: gift?.year, date: received_on }, options.rates)
  if (!rate) {
    // The currency has a rate, but only for other years.
    const reasons: Refusal[] = [{ field: 'amount', code: 'currency_not_accepted' }]
    return { ...refusal(n, row, reasons), ...openAmount(row, rules) }
  }
  const amount_cents = gift && atRate(gift.amount_cents, rate)
  if (gift && amount_cents === undefined) return refusal(n, row, [tooLarge('amount')])
  if (amount_cents === 0) return refusal(n, row, [{ field: 'amount', code: 'amount_not_positive' }])
  const applied = ok.applied_cents === undefined ? 0 : atRate(ok.applied_cents, rate)
  if (applied === undefined) return refusal(n, row, [tooLarge('applied_amount')])
  return {
    ...whoAndWhat(n, row, ok, rules),
    ...(ok.project && { need_cents: Math.max(applied, amount_cents ?? 0) }),
    ...(gift && {
      amount_cents,
      currency: gift.currency ?? 'EUR',
      source_cents: gift.amount_cents,
      received_on: received_on!,
      note: noteOf(gift, rate),
      gift_hash: ok.external_id?.startsWith(ownGift) ? ok.external_id : hashOf(ok),
    }),
  }
}

function whoAndWhat(
  n: number,
  { line }: SourceRow,
  { organization, project }: ImportRow,
  { names }: Pick<StagingRules, 'names'>,
) {
  const numbers = [foldNumber(organization.register_number ?? ''), foldNumber(organization.postcode ?? '')]
  return {
    n,
    line,
    name_hash: uuidOf(names?.get(organization.key)?.root ?? organization.key),
    recipient_hash: uuidOf(JSON.stringify([organization.key, ...numbers])),
    organization: { ...organization, slug: slugify(organization.title) },
    ...(project && {
      project_hash: uuidOf(project.key),
      project: { ...project, slug: slugify(project.title) },
    }),
  }
}

/** A reversal row. It uses the rate of its gift, which is searched among all rows (`server/reverse.ts`). */
function stageReversal(
  n: number,
  row: SourceRow,
  ok: ImportRow,
  { received_on, names }: Pick<StagingRules, 'names'> & { received_on: Day },
): StagedRow {
  return {
    ...whoAndWhat(n, row, ok, { names }),
    need_cents: 0,
    currency: ok.gift!.currency ?? 'EUR',
    source_cents: ok.gift!.amount_cents,
    received_on,
    reversal_hash: hashOf(ok),
    cells: row.cells.map(storable),
  }
}

const hashOf = (row: ImportRow) => createHash('sha256').update(giftIdentity(row)).digest('hex')

/** The amount of a refused row in another currency, so that its conversion can be shown. */
function openAmount(
  row: SourceRow,
  { mapping, evidence, options, today }: StagingRules,
): Pick<StagedRow, 'currency' | 'source_cents' | 'received_on'> {
  const choices = { ...choicesOf(options, today), anyCurrency: true }
  const gift = giftOf(readRow(mapping, evidence, row, choices))
  if (!gift?.currency || gift.amount_cents < 0) return {}
  return { currency: gift.currency, source_cents: gift.amount_cents, received_on: receivedOn(gift, today) }
}

export const choicesOf = (
  { rates, currency, year, language, reversals }: ImportOptions,
  today: Day,
): RowChoices => ({
  currencies: currenciesWith(rates),
  currency,
  year,
  titleOfYear: textOf(language, 'imports.title_of_year'),
  reversals,
  today,
})

/** The donor, and the amount before its conversion to euros. */
function noteOf({ funder, currency, amount_cents }: NonNullable<ImportRow['gift']>, rate: string) {
  const units = `${Math.floor(amount_cents / 100)}.${String(amount_cents % 100).padStart(2, '0')}`
  const foreign = currency && currency !== 'EUR' && `${currency} ${units} × ${rate}`
  return [funder, foreign].filter(Boolean).join('; ')
}

const tooLarge = (field: 'amount' | 'applied_amount'): Refusal => ({ field, code: 'amount_too_large' })

function refusal(n: number, { line, cells }: SourceRow, reasons: Refusal[]): StagedRow {
  return { n, line, refused: { reasons, cells: cells.map(storable) } }
}

/** A cell in a form that JSON in the database accepts: without NUL characters and unpaired surrogates. */
export function storable(cell: Cell): Cell {
  return typeof cell === 'number' ? cell : cell.toWellFormed().replaceAll('\0', '\ufffd')
}

/** 128 bits of a hash as a UUID, the database's type of that size. */
export function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}
