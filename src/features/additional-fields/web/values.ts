import { isDay, showDay } from '#shared/dates.ts'
import { dash } from '#shared/labels.ts'
import { formatEuro } from '#shared/money.ts'
import type { Locale } from '#shared/messages.ts'
import type { Cents } from '#web/form/MoneyField.tsx'
import type { Translate } from '#web/texts.ts'
import type { OfferedField } from '../contract.ts'
import { type Answer, fieldKeyOf, prefix } from '../names.ts'
import { answerInWords } from '../record.ts'
import { largestNumber, readWhole } from '../rules.ts'

/** Answers in a form under their wire names: amounts in cents, all others as typed. */
export type AnswerValues = { [name: `additional.${string}`]: string | Cents }

export type AnswerName = keyof AnswerValues

export const nameOf = ({ key }: Pick<OfferedField, 'key'>): AnswerName => `${prefix}${key}` as AnswerName

export const isAnswer = (name: string): name is AnswerName => fieldKeyOf(name) !== undefined

/** A project's answers as form values, one for each active field. */
export function answerValues(
  fields: readonly OfferedField[],
  answers: Readonly<Record<string, Answer>> = {},
): AnswerValues {
  return Object.fromEntries(
    fields
      .filter(({ active }) => active)
      .map((field) => [nameOf(field), answerValue(field, answers[field.key])]),
  )
}

function answerValue({ type }: OfferedField, answer: Answer | undefined): string | Cents {
  if (type === 'amount') return typeof answer === 'number' ? answer : null
  if (answer === undefined) return ''
  return typeof answer === 'boolean' ? (answer ? 'yes' : 'no') : String(answer)
}

/** Payload with the answers of these fields; values must be validated before. */
export function answersOf(
  fields: readonly OfferedField[],
  values: AnswerValues,
  names: readonly string[],
): Record<string, Answer | null> {
  return Object.fromEntries(
    fields
      .filter((field) => names.includes(nameOf(field)))
      .map((field) => [field.key, sentAnswer(field, values[nameOf(field)]!)]),
  )
}

function sentAnswer({ type }: OfferedField, value: string | Cents): Answer | null {
  if (value === null || value === '') return null
  if (type === 'number') return Number(value)
  return type === 'boolean' ? value === 'yes' : value
}

/**
 * Messages by field. A required answer that was never given does not block saving an older project; `asksAll` marks the form of
 * a new project.
 */
export function validateAnswers(
  fields: readonly OfferedField[],
  values: AnswerValues,
  base: AnswerValues,
  t: Translate,
  asksAll: boolean,
): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const field of fields) {
    const name = nameOf(field)
    const value = values[name]
    if (value === undefined) continue
    if (value === null || (typeof value === 'string' && value.trim() === '')) {
      const wasGiven = base[name] !== null && base[name] !== ''
      if (field.required && (asksAll || wasGiven)) errors[name] = t('validation.required')
    } else if (Number.isNaN(value)) errors[name] = t('form.amount')
    else if (field.type === 'number') {
      const refused = refusedNumber(String(value).trim(), t)
      if (refused) errors[name] = refused
    } else if (field.type === 'day' && !isDay(String(value))) errors[name] = t('validation.day')
  }
  return errors
}

function refusedNumber(typed: string, t: Translate): string | undefined {
  if (!/^[-−]?\d+$/.test(typed)) return t('validation.integer')
  const read = readWhole(Number(typed.replace('−', '-')), largestNumber)
  return 'wrong' in read ? t.of(read.wrong.key, read.wrong.parameters) : undefined
}

export const answerLabels = (fields: readonly OfferedField[]): Record<AnswerName, string> =>
  Object.fromEntries(fields.map((field) => [nameOf(field), field.label]))

export function answerShown(
  fields: readonly OfferedField[],
  name: AnswerName,
  value: string | Cents,
  t: Translate,
  locale: Locale,
): string {
  const field = fields.find((one) => nameOf(one) === name)
  if (!field || value === null || value === '') return dash
  if (typeof value === 'number') return formatEuro(value, locale)
  if (field.type === 'day') return showDay(value)
  return field.type === 'number'
    ? value
    : answerInWords(field, field.type === 'boolean' ? value === 'yes' : value, { locale, textOf: t.of })
}
