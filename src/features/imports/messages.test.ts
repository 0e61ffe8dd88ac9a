import { expect, test } from 'vitest'
import { importColumnMessages } from './texts/columns.ts'
import { importRefusalMessages } from './texts/refusals.ts'
import { readErrorCodes } from '#shared/reading/errors.ts'
import { importFields } from './columns/fields.ts'
import { refusalCodes } from './rules.ts'
import { failureCodes } from './work-rules.ts'

test('every field and every code has its words, and no word is without one', () => {
  const expected = [
    ...[...importFields, 'row'].map((field) => `imports.fields.${field}`),
    ...refusalCodes.map((code) => `imports.refusals.${code}`),
    ...[...readErrorCodes, ...failureCodes].map((code) => `imports.file_errors.${code}`),
  ]
  const words = Object.keys({ ...importColumnMessages, ...importRefusalMessages }).filter((key) =>
    /\.(fields|refusals|file_errors)\./.test(key),
  )
  expect(words.sort()).toEqual(expected.sort())
})
