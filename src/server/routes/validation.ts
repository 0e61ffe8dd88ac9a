import type { z } from 'zod'
import { changesDirection } from '#shared/text-direction.ts'
import { type FieldMessage, InvalidInput } from '../base/errors.ts'

/**
 * Parses one part of a request; throws InvalidInput with messages by field. Refuses characters that no text field may
 * hold (NUL and other controls, direction changes, lone surrogates) for every route.
 */
export function parsePart<T extends z.ZodType>(shape: T, value: unknown): z.output<T> {
  const bad = findBadText(value, [])
  if (bad) throw new InvalidInput({ [fieldOf(bad)]: [{ key: 'validation.control_characters' }] })
  const result = shape.safeParse(value)
  if (result.success) return result.data
  throw new InvalidInput(fieldsOf(result.error, value))
}

export function isCleanText(text: string): boolean {
  return findBadText(text, []) === undefined
}

function fieldsOf(error: z.ZodError, value: unknown): Record<string, FieldMessage[]> {
  // Without a prototype: a field may be called `constructor`.
  const fields = Object.create(null) as Record<string, FieldMessage[]>
  // Keeps the first message per field: a value that violates one bound often violates the next too.
  const add = (field: string, message: FieldMessage) => void (fields[field] ??= [message])
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) add(fieldOf([...issue.path, key]), { key: 'validation.unknown_key' })
    else add(fieldOf(issue.path), messageOf(issue, valueAt(value, issue.path)))
  }
  return fields
}

function fieldOf(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'non_field_errors' : path.map(String).join('.')
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (part, key) =>
      part !== null && typeof part === 'object' && Object.hasOwn(part, key)
        ? (part as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  )
}

const codesOfMissing = new Set(['invalid_type', 'invalid_union', 'invalid_value', 'invalid_format'])

/**
 * A message named by the contract is a catalogue key; all others follow the kind of issue. General ones (`validation.`)
 * give way to a more exact one: a missing value, or a number out of bounds.
 */
function messageOf(issue: z.core.$ZodIssue, value: unknown): FieldMessage {
  const named = /^[a-z_]+\.[a-z_.]+$/.test(issue.message) ? issue.message : undefined
  const parameters = {
    ...('maximum' in issue ? { maximum: Number(issue.maximum) } : {}),
    ...('minimum' in issue ? { minimum: Number(issue.minimum) } : {}),
  }
  const isMissing = (value === undefined || value === null) && codesOfMissing.has(issue.code)
  if (isMissing && !(named && !named.startsWith('validation.'))) return { key: 'validation.required' }
  const isOutOfBounds = issue.code === 'too_small' || issue.code === 'too_big'
  return {
    key: named && !(isOutOfBounds && named === 'validation.integer') ? named : keyOf(issue),
    parameters,
  }
}

function keyOf(issue: z.core.$ZodIssue): string {
  const ofText = 'origin' in issue && (issue.origin === 'string' || issue.origin === 'array')
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'number' || issue.expected === 'int'
        ? 'validation.number'
        : 'validation.invalid'
    case 'too_small':
      if (ofText) return Number(issue.minimum) <= 1 ? 'validation.required' : 'validation.too_short'
      return 'validation.too_small'
    case 'too_big':
      return ofText ? 'validation.too_long' : 'validation.too_big'
    case 'invalid_format':
      return issue.format === 'email'
        ? 'validation.email'
        : issue.format === 'url'
          ? 'validation.url'
          : 'validation.invalid'
    case 'invalid_value':
      return 'validation.unknown_value'
    default:
      return 'validation.invalid'
  }
}

// Tab, line feed and carriage return are text; the other control characters and lone surrogates are not.
// eslint-disable-next-line no-control-regex -- finding control characters is the purpose
const badCharacters = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/

const isBadText = (text: string) => badCharacters.test(text) || changesDirection(text) || !text.isWellFormed()

/** Deeper than any body of the product, and far below the recursion limit. */
const deepest = 20

function findBadText(value: unknown, path: string[]): string[] | undefined {
  if (typeof value === 'string') return isBadText(value) ? path : undefined
  if (value === null || typeof value !== 'object') return undefined
  if (path.length > deepest) throw new InvalidInput({ non_field_errors: [{ key: 'validation.invalid' }] })
  for (const [key, part] of Object.entries(value)) {
    if (isBadText(key)) return [...path, 'non_field_errors']
    const found = findBadText(part, [...path, key])
    if (found) return found
  }
  return undefined
}
