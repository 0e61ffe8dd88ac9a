import { showDay } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import { formatEuro } from '#shared/money.ts'
import { dash } from '#shared/labels.ts'
import type { OfferedField } from '#features/additional-fields/contract.ts'
import { type Answer, fieldKeyOf } from '#features/additional-fields/names.ts'
import { answerInWords } from '#features/additional-fields/record.ts'
import { type ReviewKind, reviewLabel, type Subject } from '#features/reviews/outcomes.ts'
import { fieldAt, type RecordDeclaration } from '#shared/records/define-record.ts'

/** Looks up texts by key; `of` returns an unknown key unchanged. */
export type Words = {
  locale: Locale
  of: (key: string) => string
  has: (key: string) => boolean
  /** Additional fields with their names and choices. */
  fields: readonly OfferedField[]
}
/** Looks up texts with a function that returns unknown keys unchanged. */
export function textsIn(
  locale: Locale,
  of: (key: string) => string,
  fields: readonly OfferedField[] = [],
): Words {
  return { locale, of, has: (key) => of(key) !== key, fields }
}

export type Change = { field: string; before: string; after: string }

type BeforeAndAfter = { before: Record<string, unknown> | null; after: Record<string, unknown> | null }

/** Keys about the event itself, and columns without meaning for people. */
const silent = new Set([
  'version',
  'updated_at',
  'created_at',
  'slug',
  'reason',
  'id',
  'undoes',
  'bulk',
  'sha256',
])

const reviews: Record<string, ReviewKind> = {
  review_status: 'review',
  content_review_status: 'content',
  voting_review_status: 'voting',
  nonprofit_review_status: 'nonprofit',
}

/** The fields that an event changed, with names and values as text. It never fails: an unknown field shows as stored. */
export function changesOf(
  { before, after }: BeforeAndAfter,
  record: RecordDeclaration,
  words: Words,
): Change[] {
  if (!before || !after) return []
  return Object.keys(after)
    .filter((key) => !silent.has(key) && !record.keptBeside.includes(key))
    .map((key) => ({
      field: fieldName(key, record, words),
      before: valueInWords(key, before[key], record, words),
      after: valueInWords(key, after[key], record, words),
    }))
}

export function fieldName(key: string, record: RecordDeclaration, words: Words): string {
  const asked = askedField(key, words)
  if (asked) return asked.label
  const declared = fieldAt(record, key)
  if (declared) return words.of(declared.label)
  const found = [`columns.${key}`, `fields.${key}`].find((candidate) => words.has(candidate))
  return found ? words.of(found) : key
}

// Undefined for a deleted field, which then shows its key.
function askedField(name: string, { fields }: Words): OfferedField | undefined {
  const key = fieldKeyOf(name)
  return fields.find((field) => field.key === key)
}

/** Formats a stored value for people. */
function valueInWords(key: string, value: unknown, record: RecordDeclaration, words: Words): string {
  if (value === null || value === undefined || value === '') return words.of('history.empty')
  const asked = askedField(key, words)
  if (asked) return answerInWords(asked, value as Answer, { locale: words.locale, textOf: words.of })
  if (typeof value === 'boolean') return words.of(value ? 'history.yes' : 'history.no')
  if (Array.isArray(value)) return needsInWords(value, words)
  if (typeof value !== 'number' && typeof value !== 'string') return JSON.stringify(value)
  const field = fieldAt(record, key)
  if (field?.kind === 'choice') {
    const text = field.values[value]
    return text ? words.of(text) : dash
  }
  return typeof value === 'number' ? numberInWords(key, value, record.name, words) : showDay(value)
}

function numberInWords(key: string, value: number, subject: Subject, words: Words): string {
  const kind = reviews[key]
  if (kind) {
    const label = reviewLabel(kind, subject, value)
    return label ? words.of(label.text) : dash
  }
  return key.endsWith('_cents') ? formatEuro(value, words.locale) : String(value)
}

function needsInWords(value: unknown[], words: Words): string {
  const parts = value.map((part) => {
    const { title, amount_cents } = part as { title?: string; amount_cents?: number }
    return amount_cents === undefined
      ? (title ?? '')
      : `${title ?? ''} ${formatEuro(amount_cents, words.locale)}`.trim()
  })
  return parts.join(', ') || words.of('history.empty')
}
