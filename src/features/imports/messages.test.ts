import { expect, test } from 'vitest'
import { importColumnMessages } from './texts/columns.ts'
import { importRefusalMessages } from './texts/refusals.ts'
import { readErrorCodes } from '#shared/reading/errors.ts'
import { importFields } from './columns/fields.ts'
import { refusalCodes } from './rules.ts'
import { failureCodes } from './work-rules.ts'

test('every field and code has a text, and every text has a field or code', () => {
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
