import { foldName } from './identity.ts'
import { decimalSeparator, parseAmount } from './reading/amounts.ts'
import { parseDate } from './reading/dates.ts'
import { cellAt, type ColumnEvidence } from './reading/evidence.ts'
import type { ImportField } from './reading/fields.ts'
import type { Mapping } from './reading/mapping.ts'
import type { SourceRow } from './reading/row.ts'

/** The longest texts that are taken whole; longer ones are refused, never cut. */
export const textLimits = {
  organization_title: 255,
  organization_register_number: 100,
  organization_postcode: 100,
  organization_city: 200,
  organization_street: 255,
  organization_email: 254,
  project_title: 500,
  project_description: 50_000,
  currency: 10,
  funding_type: 200,
  funder: 500,
  topic: 500,
  external_id: 255,
} as const satisfies Partial<Record<ImportField, number>>
type TextField = keyof typeof textLimits

export const years = { first: 1900, last: 2100 }

/** An organization as a row names it; `key` is its folded name, see `matchOrganization` for namesakes. */
export type ImportOrganization = {
  key: string
  title: string
  register_number?: string
  postcode?: string
  city?: string
  street?: string
  email?: string
}

/** A gift of a row: whole cents above zero, booked in its year; `date` where the file has the day. */
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
    /** Folded title: with the organization it makes the project's identity. */
    key: string
    title: string
    description?: string
    topic?: string
    funding_type?: string
    starts_on?: string
    ends_on?: string
  }
  gift?: ImportGift
  /** What was asked for, whole cents, where the file has it. */
  applied_cents?: number
  external_id?: string
}

/** Every reason a row can be refused for; the words are in the messages under the same names. */
export const refusalCodes = [
  'missing',
  'too_long',
  'control_characters',
  'email_invalid',
  'amount_not_positive',
  'amount_has_no_project',
  'amount_missing',
  'amount_invalid',
  'amount_ambiguous',
  'amount_too_precise',
  'amount_too_large',
  'currency_not_accepted',
  'date_missing',
  'date_invalid',
  'date_ambiguous',
  'date_incomplete',
  'year_missing',
  'year_invalid',
  'year_out_of_range',
  'year_contradicts_date',
  'ends_before_start',
  'too_few_cells',
  'too_many_cells',
  'stray_quote',
  'several_recipients',
] as const
export type RefusalCode = (typeof refusalCodes)[number]

/** One reason against a row; `row` when it is the row's shape and not one of its fields. */
export type Refusal = { field: ImportField | 'row'; code: RefusalCode }

type Refuse = (field: ImportField, code: RefusalCode) => undefined

export type RowResult = { ok: ImportRow } | { refused: Refusal[] }

/** Choices a person makes for a whole file. */
export type RowChoices = {
  /** Currency codes whose amounts are booked at face value; `EUR` always is. */
  currencies?: readonly string[]
  /** The year of gifts in a file that has neither a year nor a date. */
  year?: number
}

/**
 * One row of a file as what it would become, or every reason why not. `evidence` is what the row's columns prove as a
 * whole (`addEvidence` over all rows). Nothing is cut, padded or guessed here.
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
  const has = (field: ImportField) => mapping.columns[field] !== undefined
  const raw = (field: ImportField) => cellAt(mapping, cells, field)

  const text = (field: TextField): string | undefined => {
    const value = field.endsWith('_title') ? oneLine(String(raw(field))) : cleanText(String(raw(field)))
    if (value.length > textLimits[field]) refuse(field, 'too_long')
    if (/[^\P{Cc}\t\n]|\p{Cs}/u.test(value)) refuse(field, 'control_characters')
    return value === '' ? undefined : value
  }
  const day = (field: 'starts_on' | 'ends_on'): string | undefined => {
    const result = parseDate(raw(field), evidence[field])
    if ('day' in result) return result.day
    if (!('code' in result)) refuse(field, 'date_incomplete')
    else if (result.code !== 'date_missing') refuse(field, result.code)
    return undefined
  }
  const cents = (field: 'amount' | 'applied_amount'): number | undefined => {
    const result = parseAmount(raw(field), decimalSeparator(evidence[field]))
    if ('code' in result) return refuse(field, result.code)
    const divisor = field === 'amount' && mapping.amountInCents ? 100 : 1
    if (result.cents % divisor !== 0) return refuse(field, 'amount_too_precise')
    if (result.cents <= 0) return refuse(field, 'amount_not_positive')
    if (result.currency && !isAccepted(result.currency, choices)) {
      return refuse(field, 'currency_not_accepted')
    }
    return result.cents / divisor
  }

  const organization = readOrganization(text)
  if (!organization) refuse('organization_title', 'missing')
  if (organization?.email && !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(organization.email)) {
    refuse('organization_email', 'email_invalid')
  }

  const title = text('project_title')
  if (has('project_title') && !title) refuse('project_title', 'missing')
  const [starts_on, ends_on] = [day('starts_on'), day('ends_on')]
  if (starts_on && ends_on && ends_on < starts_on) refuse('ends_on', 'ends_before_start')
  const project = title && {
    key: foldName(title),
    title,
    description: text('project_description'),
    topic: text('topic'),
    funding_type: text('funding_type'),
    starts_on,
    ends_on,
  }

  const currency = text('currency')?.toUpperCase()
  if (currency && !isAccepted(currency, choices)) refuse('currency', 'currency_not_accepted')
  let gift: ImportGift | undefined
  if (has('amount')) {
    if (!has('project_title')) refuse('amount', 'amount_has_no_project')
    const amount_cents = cents('amount')
    const when = readWhen(mapping, evidence, cells, choices, refuse)
    if (amount_cents !== undefined && when) {
      gift = without({ amount_cents, ...when, funder: text('funder'), currency })
    }
  }
  const applied_cents =
    has('applied_amount') && raw('applied_amount') !== '' ? cents('applied_amount') : undefined
  const external_id = text('external_id')

  if (refused.length > 0 || !organization) return { refused }
  return {
    ok: without({
      line,
      organization,
      project: project ? without(project) : undefined,
      gift,
      applied_cents,
      external_id,
    }),
  }
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
    email: text('organization_email'),
  }
  return title === undefined ? undefined : without({ key: foldName(title), title, ...rest })
}

/** The year a gift counts in, and its day where known; a year column and a date that disagree are refused. */
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
  return 'day' in dated ? { year, date: dated.day } : { year }
}

function isAccepted(currency: string, { currencies = [] }: RowChoices): boolean {
  return currency === 'EUR' || currency === '€' || currencies.includes(currency)
}

/** NFC, without surrounding blanks; line ends become one kind, other blanks stay as they are. */
function cleanText(text: string): string {
  return text.normalize('NFC').replace(/\r\n?/g, '\n').trim()
}

/** A title broken over lines in the file is still one line of text. */
function oneLine(text: string): string {
  return cleanText(text).replace(/\s*\n\s*/g, ' ')
}

/** The object without its undefined fields, so that a row is exactly what the file said. */
function without<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T
}
