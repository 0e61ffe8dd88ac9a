import { expect, test } from 'vitest'
import type { Mapping } from '#features/imports/columns/mapping.ts'
import { isSkipped } from '#features/imports/shape.ts'
import { correctMapping, readArguments } from './import-arguments.ts'

const names = ['Verein', 'Vorhaben', 'Betrag']
const guessed: Mapping = { header: true, columns: { organization_title: 0 }, fromContent: [] }
const corrected = (...mapping: string[]) => {
  const given = readArguments(['file.csv', ...mapping.flatMap((one) => ['--mapping', one])])
  if (given === 'help') throw new Error('no help was asked for')
  return correctMapping(guessed, names, given).columns
}

test('a column on the command line replaces the guess', () => {
  expect(corrected('project_title=Vorhaben', 'amount=3')).toEqual({
    organization_title: 0,
    project_title: 1,
    amount: 2,
  })
  expect(corrected('organization_title=')).toEqual({})
  // The argument wins over the guess.
  expect(corrected('project_title=Verein')).toEqual({ project_title: 0 })
})

test('two mappings of one column, or of one field, are refused', () => {
  expect(() => corrected('project_title=Vorhaben', 'topic=Vorhaben')).toThrow('column Vorhaben is said twice')
  expect(() => corrected('project_title=Vorhaben', 'topic=2')).toThrow('column 2 is said twice')
  expect(() => corrected('project_title=Vorhaben', 'project_title=Betrag')).toThrow(
    'project_title is said twice',
  )
})

test('arguments override the recipe, while its rules and values stay', () => {
  const given = readArguments([
    'file.csv',
    '--recipe',
    'Senate',
    '--mapping',
    'amount=Betrag',
    '--skip',
    'Verein=X',
  ])
  if (given === 'help') throw new Error('no help was asked for')
  expect([given.recipe, given.options.keep_as, given.fundingType]).toEqual(['Senate', 'Senate', undefined])
  const recipe: Mapping = {
    ...guessed,
    values: {
      year: { parts: [{ constant: '2019' }], join: '' },
      amount: { parts: [{ constant: '5' }], join: '' },
    },
    skip: [{ column: 1, test: 'empty', text: '' }],
  }
  expect(correctMapping(recipe, names, given)).toMatchObject({
    columns: { organization_title: 0, amount: 2 },
    values: { year: { parts: [{ constant: '2019' }], join: '' } },
    skip: [
      { column: 1, test: 'empty', text: '' },
      { column: 0, test: 'is', text: 'X' },
    ],
  })
  // Without a name nothing is saved.
  expect(readArguments(['file.csv'])).toMatchObject({ options: { keep_as: null } })
})

test('rows are skipped by a cell that equals, differs, contains, or is empty', () => {
  const skips = ['Verein=X', 'Verein!=X', 'Verein~X', 'Verein='].flatMap((one) => ['--skip', one])
  const given = readArguments(['file.csv', ...skips])
  if (given === 'help') throw new Error('no help was asked for')
  expect(correctMapping(guessed, names, given).skip).toEqual([
    { column: 0, test: 'is', text: 'X' },
    { column: 0, test: 'is_not', text: 'X' },
    { column: 0, test: 'contains', text: 'X' },
    { column: 0, test: 'empty', text: '' },
  ])
  expect(isSkipped([{ column: 0, test: 'is_not', text: 'paid' }], ['PAID'])).toBe(false)
  expect(isSkipped([{ column: 0, test: 'is_not', text: 'paid' }], ['ERROR'])).toBe(true)
})

test('the expected sum keeps its typed form', () => {
  expect(readArguments(['file.csv', '--yes', '--sum', '433,432,958.00'])).toMatchObject({
    yes: true,
    sum: '433,432,958.00',
  })
})
