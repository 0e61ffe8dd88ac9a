import { expect, test } from 'vitest'
import { z } from 'zod'
import { InvalidInput } from '../base/errors.ts'
import { parsePart } from './validation.ts'
import { AmountCents, line, Version } from '#shared/shapes.ts'

const Body = z.strictObject({
  title: line(10).min(1, 'projects.title_required'),
  flag: z.boolean().optional(),
  email: z.email('validation.email').optional(),
  kind: z.union([z.literal(1), z.literal(2)], 'validation.unknown_value'),
  needs: z.array(z.strictObject({ title: line(10).min(1), amount_cents: AmountCents })).default([]),
  version: Version,
})

/** Message keys by field; empty for a valid body. */
function refusalsOf(body: unknown): Record<string, string[]> {
  try {
    parsePart(Body, body)
    return {}
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    return Object.fromEntries(
      Object.entries(error.fields).map(([field, messages]) => [field, messages.map(({ key }) => key)]),
    )
  }
}

const fine = { title: 'a', kind: 1, version: 1 }

test('a missing field is reported as required, whatever its kind', () => {
  expect(refusalsOf({ needs: [{}] })).toEqual({
    title: ['validation.required'],
    kind: ['validation.required'],
    version: ['validation.required'],
    'needs.0.title': ['validation.required'],
    'needs.0.amount_cents': ['validation.required'],
  })
  expect(refusalsOf({ ...fine, title: null })).toEqual({ title: ['validation.required'] })
})

test('a value that does not fit gets the message of its kind', () => {
  expect(refusalsOf(fine)).toEqual({})
  expect(refusalsOf({ ...fine, title: 5 })).toEqual({ title: ['validation.invalid'] })
  expect(refusalsOf({ ...fine, title: ' ' })).toEqual({ title: ['projects.title_required'] })
  expect(refusalsOf({ ...fine, title: 'x'.repeat(11) })).toEqual({ title: ['validation.too_long'] })
  expect(refusalsOf({ ...fine, flag: 1 })).toEqual({ flag: ['validation.invalid'] })
  expect(refusalsOf({ ...fine, email: 'x' })).toEqual({ email: ['validation.email'] })
  expect(refusalsOf({ ...fine, kind: 9 })).toEqual({ kind: ['validation.unknown_value'] })
  expect(refusalsOf({ ...fine, version: '1' })).toEqual({ version: ['validation.integer'] })
  expect(refusalsOf({ ...fine, needs: 'x' })).toEqual({ needs: ['validation.invalid'] })
  expect(refusalsOf([])).toEqual({ non_field_errors: ['validation.invalid'] })
})

test('a number out of bounds reports the bound, a fraction or text asks for a whole number', () => {
  const amount = (amount_cents: unknown) =>
    refusalsOf({ ...fine, needs: [{ title: 'a', amount_cents }] })['needs.0.amount_cents']
  expect(amount(0)).toEqual(['validation.too_small'])
  expect(amount(1e15)).toEqual(['validation.too_big'])
  expect(amount(1.5)).toEqual(['validation.integer'])
  expect(amount('5')).toEqual(['validation.integer'])
})

test('undeclared keys are reported, including names every object has', () => {
  expect(refusalsOf({ ...fine, extra: 1, constructor: 1 })).toEqual({
    extra: ['validation.unknown_key'],
    constructor: ['validation.unknown_key'],
  })
})
