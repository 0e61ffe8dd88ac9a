import { expect, test } from 'vitest'
import { importColumnMessages } from './texts/columns.ts'
import { importRefusalMessages } from './texts/refusals.ts'
import { readErrorCodes } from '#shared/reading/errors.ts'
import { fileMessages } from '#shared/texts/files.ts'
import { importFields } from './columns/fields.ts'
import { refusalCodes } from './rules.ts'
import { failureCodes } from './work-rules.ts'

const words = Object.keys({ ...importColumnMessages, ...importRefusalMessages }).filter((key) =>
  /\.(fields|refusals|file_errors)\./.test(key),
)

test('every field and code has a text, and every text has a field or code', () => {
  const ownWordings = readErrorCodes.map((code) => `imports.file_errors.${code}`)
  const expected = [
    ...[...importFields, 'row'].map((field) => `imports.fields.${field}`),
    ...refusalCodes.map((code) => `imports.refusals.${code}`),
    ...failureCodes.map((code) => `imports.file_errors.${code}`),
    ...ownWordings.filter((key) => words.includes(key)),
  ]
  expect(words.toSorted()).toEqual(expected.sort())
})

test('every error of a reader has a text', () => {
  expect(readErrorCodes.filter((code) => !(`files.errors.${code}` in fileMessages))).toEqual([])
})
