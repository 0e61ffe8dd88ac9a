import type { WrittenReviews } from '#features/reviews/reviews-as-text.ts'
import { organizationRecord } from '#features/organizations/fields.ts'
import { projectRecord } from '#features/projects/fields.ts'
import { importLimits } from '#shared/records/define-record.ts'
import type { Day } from '#shared/dates.ts'
import { isEmail, normalEmail } from '#shared/email.ts'
import { foldName, normalizeLine, normalizeParagraph } from '#shared/normalize.ts'
import { changesDirection } from '#shared/text-direction.ts'
import type { WrittenNeed } from '#features/projects/needs-text.ts'
import { decimalSeparator, parseAmount, provesScientific } from '#shared/reading/amounts.ts'
import { parseDate } from '#shared/reading/dates.ts'
import { cellAt, type ColumnEvidence, isMapped } from './columns/evidence.ts'
import type { ImportField } from './columns/fields.ts'
import type { Mapping } from './columns/mapping.ts'
import type { SourceRow } from '#shared/reading/row.ts'
import {
  readBank,
  readDecisions,
  readSingleNeeds,
  recordRefusals,
  sumOfNeeds,
  type WrittenBank,
} from './record-fields.ts'
import { reversalRefusals } from './reversals.ts'

/** Maximum text lengths; longer texts are refused, never cut. */
export const textLimits = {
  ...importLimits(organizationRecord),
  ...importLimits(projectRecord),
  organization_reviews: 500,
  project_needs: 50_000,
  project_reviews: 500,
  currency: 10,
  funding_type: 200,
  funder: 500,
  topic: 500,
  external_id: 255,
} as const satisfies Partial<Record<ImportField, number>>
type TextField = keyof typeof textLimits

export const years = { first: 1900, last: 2100 }

/** An organization as named in a row; `key` is its folded name, see `groupSpellings` for namesakes. */
export type ImportOrganization = {
  key: string
  title: string
  register_number?: string
  postcode?: string
  city?: string
  street?: string
  email?: string
  bank?: WrittenBank
  reviews?: WrittenReviews
}

/**
 * A row's gift: whole cents of its currency (default EUR), booked in its year. A negative amount is a reversal of
 * another row's gift.
 */
export type ImportGift = {
  amount_cents: number
  year: number
  date?: string
  funder?: string
  currency?: string
}

export type ImportRow = {
  line: number
  organization: ImportOrganization
  project?: {
    /** Folded title; with the organization it identifies the project. */
    key: string
    title: string
    description?: string
    topic?: string
    funding_type?: string
    starts_on?: string
    ends_on?: string
    needs?: WrittenNeed[]
    reviews?: WrittenReviews
  }
  gift?: ImportGift
  /** The requested amount in whole cents, if the file has it. */
  applied_cents?: number
  external_id?: string
}

/** Reasons to refuse a row; texts are in the messages under the same names. */
export const refusalCodes = [
  'missing',
  'too_long',
  'control_characters',
  'email_invalid',
  ...recordRefusals,
  'amount_not_positive',
  'amount_negative',
  ...reversalRefusals,
  'amount_has_no_project',
  'amount_missing',
  'amount_invalid',
  'amount_ambiguous',
  'amount_too_precise',
  'amount_too_large',
  'amount_scientific',
  'currency_not_accepted',
  'currency_missing',
  'currency_contradicts',
  'date_missing',
  'date_invalid',
  'date_ambiguous',
  'date_incomplete',
  'date_in_future',
  'year_missing',
  'year_invalid',
  'year_out_of_range',
  'year_contradicts_date',
  'ends_before_start',
  'too_few_cells',
  'too_many_cells',
  'stray_quote',
  'several_recipients',
  'hidden_row',
  'organization_archived',
  'project_archived',
  'project_banned',
] as const
export type RefusalCode = (typeof refusalCodes)[number]

/** One reason against a row; `row` when it concerns the row's shape instead of a field. */
export type Refusal = { field: ImportField | 'row'; code: RefusalCode }

type Refuse = (field: ImportField, code: RefusalCode) => undefined

/** With `anyCurrency`, a refused row still reports its gift, if amount and day can be read. */
export type RowResult = { ok: ImportRow } | { refused: Refusal[]; gift?: ImportGift }

export type RowChoices = {
  /** Currency codes besides EUR that are accepted; booking needs a rate for each. */
  currencies?: readonly string[]
  /** Accepts all currencies; the conversion is asked for elsewhere. */
  anyCurrency?: boolean
  /** The currency of amounts without one, if a person chose it. */
  currency?: string | undefined
  year?: number
  reversals?: boolean | undefined
  /** The title of projects without a name, with `{year}` in it (`projectPerYear`). */
  titleOfYear?: string
  /** The business day: gifts of a later day or year were not made yet and are refused. */
  today?: Day
}

/**
 * The result of one row, or every reason against it. `evidence` is the complete evidence of its columns (`addEvidence`
 * over all rows). Nothing is cut, padded or guessed here.
 */
export function readRow(
  mapping: Mapping,
  evidence: ColumnEvidence,
  { line, cells, problem }: SourceRow,
  choices: RowChoices = {},
): RowResult {
  if (problem) return { refused: [{ field: 'row', code: problem }] }
  const refused: Refusal[] = []
  const refuse: Refuse = (field, code) => {
    refused.push({ field, code })
    return undefined
  }
  const has = (field: ImportField) => isMapped(mapping, field)
  const raw = (field: ImportField) => cellAt(mapping, cells, field)

  const text = (field: TextField): string | undefined => {
    const given = String(raw(field))
    const value = isParagraph(field) ? normalizeParagraph(given) : normalizeLine(given)
    if (value.length > textLimits[field]) refuse(field, 'too_long')
    if (/[^\P{Cc}\t\n]|\p{Cs}/u.test(value) || changesDirection(value)) refuse(field, 'control_characters')
    return value === '' ? undefined : value
  }
  const day = (field: 'starts_on' | 'ends_on'): string | undefined => {
    const result = parseDate(raw(field), evidence[field])
    if ('day' in result) return result.day
    if (!('code' in result)) refuse(field, 'date_incomplete')
    else if (result.code !== 'date_missing') refuse(field, result.code)
    return undefined
  }
  const currencyCell = text('currency')?.toUpperCase()
  const currency = currencyCell === '€' ? 'EUR' : currencyCell
  if (currency && !isAccepted(currency, choices)) refuse('currency', 'currency_not_accepted')
  const cents = (field: 'amount' | 'applied_amount') => {
    const result = parseAmount(
      raw(field),
      decimalSeparator(evidence[field]),
      provesScientific(evidence[field]),
    )
    if ('code' in result) return refuse(field, result.code)
    const divisor = field === 'amount' && mapping.amountInCents ? 100 : 1
    if (result.cents % divisor !== 0) return refuse(field, 'amount_too_precise')
    if (result.cents < 0 && field === 'amount') {
      if (!choices.reversals) return refuse(field, 'amount_negative')
    } else if (result.cents <= 0) return refuse(field, 'amount_not_positive')
    if (result.currency && !isAccepted(result.currency, choices)) {
      return refuse(field, 'currency_not_accepted')
    }
    if (currency && result.currency && currency !== result.currency) {
      return refuse(field, 'currency_contradicts')
    }
    const named = currency ?? result.currency
    const declared = named ?? choices.currency ?? mapping.currencies?.[field]
    if (!named && declared && !isAccepted(declared, choices)) return refuse(field, 'currency_not_accepted')
    // Other rows state a currency and this one does not; it must not default silently.
    if (!declared && has('currency')) return refuse('currency', 'currency_missing')
    return { cents: result.cents / divisor, currency: declared }
  }

  const organization = readOrganization(text)
  if (!organization) refuse('organization_title', 'missing')
  if (organization?.email && !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(organization.email)) {
    refuse('organization_email', 'email_invalid')
  }

  const bank = readBank(text, refuse)
  const reviews = readDecisions('organization_reviews', text, refuse)

  const title = text('project_title')
  if (has('project_title') && !title && !mapping.projectPerYear) refuse('project_title', 'missing')
  const [starts_on, ends_on] = [day('starts_on'), day('ends_on')]
  if (starts_on && ends_on && ends_on < starts_on) refuse('ends_on', 'ends_before_start')
  const named = title ? { key: foldName(title), title } : undefined
  const details = {
    description: text('project_description'),
    topic: text('topic'),
    funding_type: text('funding_type'),
    starts_on,
    ends_on,
    needs: readSingleNeeds(text, refuse),
    reviews: readDecisions('project_reviews', text, refuse),
  }

  let gift: ImportGift | undefined
  if (has('amount')) {
    if (!has('project_title') && !mapping.projectPerYear) refuse('amount', 'amount_has_no_project')
    const amount = cents('amount')
    const when = readWhen(mapping, evidence, cells, choices, refuse)
    if (amount && when) {
      const foreign = amount.currency === 'EUR' ? undefined : amount.currency
      gift = without({ amount_cents: amount.cents, ...when, funder: text('funder'), currency: foreign })
    }
  }
  const applied =
    has('applied_amount') && String(raw('applied_amount')).trim() !== '' ? cents('applied_amount') : undefined
  if (applied && gift && (applied.currency ?? 'EUR') !== (gift.currency ?? 'EUR')) {
    refuse('applied_amount', 'currency_contradicts')
  } else if (applied && !gift && (applied.currency ?? 'EUR') !== 'EUR') {
    refuse('applied_amount', 'currency_not_accepted') // only a gift keeps its currency
  }
  const needed = sumOfNeeds(details.needs)
  const inEuros = (gift?.currency ?? applied?.currency ?? 'EUR') === 'EUR'
  if (needed !== undefined && (!inEuros || (applied && applied.cents !== needed)))
    refuse('project_needs', 'needs_contradict')
  const external_id = text('external_id')
  const project = named ?? (mapping.projectPerYear && gift ? projectOfYear(gift.year, choices) : undefined)

  if (refused.length > 0 || !organization)
    return choices.anyCurrency && gift ? { refused, gift } : { refused }
  return {
    ok: without({
      line,
      organization: without({ ...organization, bank, reviews }),
      project: project && without({ ...project, ...details }),
      gift,
      applied_cents: applied?.cents ?? needed,
      external_id,
    }),
  }
}

/** No folded name contains capitals, so this key never collides with a named project. */
function projectOfYear(year: number, { titleOfYear = '{year}' }: RowChoices) {
  return { key: `YEAR ${year}`, title: titleOfYear.replace('{year}', String(year)) }
}

function readOrganization(text: (field: TextField) => string | undefined): ImportOrganization | undefined {
  const title = text('organization_title')
  const postcode = text('organization_postcode')
  // One column for both, as in "10967 Berlin", is common in German lists.
  const both = /^(\d{5}) (\p{L}.*)$/u.exec(postcode ?? '')
  const rest = {
    register_number: text('organization_register_number'),
    postcode: both ? both[1] : postcode,
    city: text('organization_city') ?? both?.[2],
    street: text('organization_street'),
    email: storedEmail(text('organization_email')),
  }
  return title === undefined ? undefined : without({ key: foldName(title), title, ...rest })
}

/** An invalid address is stored as written; it does not refuse a gift. */
const storedEmail = (text: string | undefined) =>
  text !== undefined && isEmail(text) ? normalEmail(text) : text

const isParagraph = (field: TextField) => field === 'project_description' || field === 'project_needs'

/** A gift's year, and its day if known; refused when a year column and a date disagree. */
function readWhen(
  mapping: Mapping,
  evidence: ColumnEvidence,
  cells: SourceRow['cells'],
  choices: RowChoices,
  refuse: Refuse,
): { year: number; date?: string } | undefined {
  const yearCell = String(cellAt(mapping, cells, 'year')).trim()
  const dated = parseDate(cellAt(mapping, cells, 'date'), evidence.date)
  if ('code' in dated && dated.code !== 'date_missing') return refuse('date', dated.code)
  if (yearCell !== '' && !/^\d{4}$/.test(yearCell)) return refuse('year', 'year_invalid')
  const dateYear = 'year' in dated ? dated.year : undefined
  if (yearCell !== '' && dateYear !== undefined && Number(yearCell) !== dateYear) {
    return refuse('year', 'year_contradicts_date')
  }
  const year = yearCell !== '' ? Number(yearCell) : (dateYear ?? choices.year)
  if (year === undefined) return refuse('year', 'year_missing')
  if (year < years.first || year > years.last) return refuse('year', 'year_out_of_range')
  const { today } = choices
  const date = 'day' in dated ? dated.day : undefined
  if (today && (date ? date > today : year > Number(today.slice(0, 4)))) {
    return refuse(date ? 'date' : 'year', 'date_in_future')
  }
  return date ? { year, date } : { year }
}

/** The ledger day of a gift: its own day, else the last one of its year, but never a future one. */
export function receivedOn({ year, date }: Pick<ImportGift, 'year' | 'date'>, today: Day): Day {
  const day = date ?? `${year}-12-31`
  return day > today ? today : day
}

function isAccepted(currency: string, { currencies = [], anyCurrency }: RowChoices): boolean {
  return currency === 'EUR' || anyCurrency === true || currencies.includes(currency)
}

/** Drops undefined fields, so that a row contains exactly what the file has. */
function without<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T
}

/** The gift of a row read with `anyCurrency`, whatever else is wrong with the row. */
export function giftOf(result: RowResult): ImportGift | undefined {
  return 'ok' in result ? result.ok.gift : result.gift
}
