import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '#test/runs.ts'
import { cellAt } from './columns/evidence.ts'
import { type ImportField, importFields } from './columns/fields.ts'
import type { Mapping } from './columns/mapping.ts'
import { headerIdentity, mappingBy, stepsOf, titleOfFile } from './recipe.ts'
import { repairer } from './repair.ts'
import { isSkipped } from './shape.ts'

const plain = { partial: false, rates: {}, funding_type: 1, language: 'en_US' } as const
const found = { header: true, before: 2 }

describe('a header', () => {
  test('is the same in any column order and capitalization, and with trailing empty columns', () => {
    expect(headerIdentity(['Betrag', 'VEREIN', ''])).toBe(headerIdentity(['Verein', 'betrag']))
    expect(headerIdentity(['Verein', 'Betrag'])).not.toBe(headerIdentity(['Verein', 'Betrag', 'Betrag']))
    expect(headerIdentity(['', ' '])).toBeUndefined()
  })
})

/** A header with repeated names, a mapping of it, and the same columns in another order. */
const cases = fc
  .array(fc.constantFrom('Verein', 'Betrag', 'Jahr', 'betrag', 'Ort', ''), { minLength: 1, maxLength: 8 })
  .chain((names) => {
    const column = fc.nat({ max: names.length - 1 })
    const part = fc.oneof(fc.record({ constant: fc.string() }), fc.record({ column }))
    const values = fc.dictionary(
      fc.constantFrom('year', 'topic', 'project_title'),
      fc.record({ parts: fc.array(part, { minLength: 1, maxLength: 3 }), join: fc.constantFrom(' ', '-') }),
      { maxKeys: 3 },
    )
    return fc.record({
      names: fc.constant(names),
      order: fc.shuffledSubarray([...names.keys()], { minLength: names.length }),
      cells: fc.array(fc.string(), { minLength: names.length, maxLength: names.length }),
      mapping: fc.record({
        header: fc.constant(true),
        fromContent: fc.constant<ImportField[]>([]),
        columns: fc.dictionary(fc.constantFrom(...importFields), column, { maxKeys: 5 }),
        values,
        skip: fc.array(fc.record({ column, test: fc.constant('contains' as const), text: fc.string() })),
        repairs: fc.array(
          fc.record({
            kind: fc.constant('replace' as const),
            column: fc.option(column),
            find: fc.string({ minLength: 1, maxLength: 1 }),
            text: fc.string({ maxLength: 2 }),
          }),
        ),
      }),
    })
  })

test('a recipe reads a row the same in any column order', () => {
  fc.assert(
    fc.property(cases, ({ names, order, cells, mapping }) => {
      // Columns with the same name are distinguished only by their order.
      const inOrder = order.toSorted((a, b) =>
        names[a]!.toLowerCase() === names[b]!.toLowerCase() ? a - b : order.indexOf(a) - order.indexOf(b),
      )
      fc.pre(isOrder(inOrder, names))
      const kept = stepsOf(mapping, plain)
      const by = mappingBy(
        { names, steps: kept },
        inOrder.map((at) => names[at]!),
        found,
      )!
      const mended = (one: Mapping, row: string[]) =>
        repairer(one.repairs ?? [])({ line: 1, cells: row }).cells
      const before = mended(mapping, cells)
      const after = mended(
        by,
        inOrder.map((at) => cells[at]!),
      )
      for (const field of importFields) expect(cellAt(by, after, field)).toBe(cellAt(mapping, before, field))
      expect(isSkipped(by.skip!, after)).toBe(isSkipped(mapping.skip, before))
    }),
    { numRuns: runs(200) },
  )
})

const isOrder = (order: number[], names: string[]) =>
  order.every((at, i) =>
    order
      .slice(i + 1)
      .every((later) => names[at]!.toLowerCase() !== names[later]!.toLowerCase() || at < later),
  )

test('a recipe drops edited cells and file-specific options, but keeps the currency from a header', () => {
  const mapping: Mapping = {
    header: true,
    before: 5,
    columns: { amount: 0 },
    currencies: { amount: 'CHF' },
    repairs: [
      { kind: 'cell', line: 3, column: 0, text: '5' },
      { kind: 'replace', column: 0, find: ' ', text: '' },
      { kind: 'signs' },
    ],
    fromContent: ['amount'],
  }
  const steps = stepsOf(mapping, { ...plain, partial: true, encoding: 'utf-8', rates: { CHF: '0.9' } })
  expect(steps).toEqual({
    mapping: { columns: { amount: 0 }, currencies: { amount: 'CHF' }, repairs: mapping.repairs!.slice(1) },
    rates: { CHF: '0.9' },
    funding_type: 1,
  })
  expect(mappingBy({ names: ['BeitragCHF'], steps }, ['Ort', 'BEITRAGCHF'], found)).toEqual({
    header: true,
    before: 2,
    columns: { amount: 1 },
    repairs: [{ kind: 'replace', column: 1, find: ' ', text: '' }, { kind: 'signs' }],
    fromContent: [],
    reasons: { amount: 'recipe' },
    currencies: { amount: 'CHF' },
  })
  expect(mappingBy({ names: ['BeitragCHF'], steps }, ['Ort'], found)).toBeUndefined()
})

test('a recipe is named after its file, without the extension', () => {
  expect(titleOfFile('Kulturfonds Bodensee 2019.csv')).toBe('Kulturfonds Bodensee 2019')
  expect(titleOfFile('.csv')).toBe('.csv')
})
