import { isDay } from '#shared/dates.ts'
import { maxAmountCents } from '#shared/money.ts'
import { normalizeLine, normalizeParagraph } from '#shared/normalize.ts'
import type { Answer } from './names.ts'

/** Parts of a project's form that can hold additional fields, in page order. */
export const steps = ['basics', 'financing', 'needs', 'dates'] as const
export type Step = (typeof steps)[number]

export const fieldTypes = ['text', 'paragraph', 'number', 'amount', 'day', 'boolean', 'choice'] as const
export type FieldType = (typeof fieldTypes)[number]

export const mostFields = 100
export const mostChoices = 50

export const longestText = 500
export const longestParagraph = 5000
export const largestNumber = 999_999_999_999

export type FieldQuestion = { type: FieldType; choices: readonly { key: string }[] }

/** Text key that explains an invalid answer. */
export type Wrong = { key: string; parameters?: Record<string, number> }
const wrong = (key: string) => ({ wrong: { key } })

/** A stored answer, or the reason why it is invalid; null means no answer. */
export function readAnswer(
  { type, choices }: FieldQuestion,
  given: unknown,
): { answer: Answer | null } | { wrong: Wrong } {
  if (given === null || (typeof given === 'string' && given.trim() === '')) return { answer: null }
  switch (type) {
    case 'text':
    case 'paragraph':
      return readWords(type, given)
    case 'number':
      return readWhole(given, largestNumber)
    case 'amount':
      return readWhole(given, maxAmountCents)
    case 'day':
      return typeof given === 'string' && isDay(given)
        ? { answer: given }
        : wrong('validation.day_on_the_wire')
    case 'boolean':
      return typeof given === 'boolean' ? { answer: given } : wrong('validation.invalid')
    case 'choice':
      return typeof given === 'string' && choices.some(({ key }) => key === given)
        ? { answer: given }
        : wrong('validation.unknown_value')
  }
}

function readWords(type: 'text' | 'paragraph', given: unknown): { answer: string | null } | { wrong: Wrong } {
  if (typeof given !== 'string' || (type === 'text' && /[\r\n]/.test(given.trim())))
    return wrong('validation.invalid')
  const words = type === 'text' ? normalizeLine(given) : normalizeParagraph(given)
  const maximum = type === 'text' ? longestText : longestParagraph
  if (words.length > maximum) return { wrong: { key: 'validation.too_long', parameters: { maximum } } }
  return { answer: words === '' ? null : words }
}

/** A whole number from 0 to `most`, or the reason why the input is invalid. */
export function readWhole(given: unknown, most: number): { answer: number } | { wrong: Wrong } {
  if (typeof given !== 'number' || !Number.isInteger(given)) return wrong('validation.integer')
  if (given < 0) return { wrong: { key: 'validation.too_small', parameters: { minimum: 0 } } }
  if (given > most) return { wrong: { key: 'validation.too_big', parameters: { maximum: most } } }
  return { answer: given }
}
