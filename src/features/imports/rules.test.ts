import { describe, expect, test } from 'vitest'
import { addEvidence, noEvidence } from './columns/evidence.ts'
import { type ImportField, importFields } from './columns/fields.ts'
import type { Mapping } from './columns/mapping.ts'
import type { Cell, SourceRow } from '#shared/reading/row.ts'
import { giftIdentity } from './identity.ts'
import { readRow, type Refusal, type RowChoices, textLimits } from './rules.ts'

type Fields = Partial<Record<ImportField, Cell>>

/** Reads one row whose columns are the given fields; `others` are more rows of the same file. */
function read(
  fields: Fields,
  {
    choices,
    others = [],
    ...more
  }: Partial<SourceRow & Mapping> & { choices?: RowChoices; others?: Fields[] } = {},
) {
  const names = importFields.filter((field) => [fields, ...others].some((row) => row[field] !== undefined))
  const mapping: Mapping = {
    header: true,
    columns: Object.fromEntries(names.map((name, column) => [name, column])),
    fromContent: [],
    ...(more.amountInCents ? { amountInCents: true } : {}),
  }
  const cells = (row: Fields) => names.map((name) => row[name] ?? '')
  const evidence = noEvidence()
  for (const row of [fields, ...others]) addEvidence(evidence, mapping, cells(row))
  const row: SourceRow = { line: 7, cells: cells(fields) }
  if (more.problem) row.problem = more.problem
  return readRow(mapping, evidence, row, choices)
}

const refusals = (fields: Fields, more?: Parameters<typeof read>[1]): Refusal[] => {
  const result = read(fields, more)
  return 'refused' in result ? result.refused : []
}

const gift: Fields = { organization_title: 'A e. V.', project_title: 'Chor', amount: '12,50', year: '2016' }

describe('readRow', () => {
  test('a grant becomes an organization, a project and a gift', () => {
    expect(
      read({
        organization_title: '  Müller & Söhne\r\ne. V. ',
        organization_register_number: '004250',
        organization_postcode: '10713',
        project_title: 'Kosten für\nÜbungsleiter',
        project_description: 'a\r\nb',
        amount: '4.830,00 €',
        applied_amount: '5000',
        date: '26.1.2017',
        starts_on: '1.2.2017',
        ends_on: '2017-12-31',
        funder: 'Senat',
        topic: 'Sport',
        external_id: 90,
      }),
    ).toEqual({
      ok: {
        line: 7,
        organization: {
          key: 'müller & söhne e. v.',
          title: 'Müller & Söhne e. V.',
          register_number: '004250',
          postcode: '10713',
        },
        project: {
          key: 'kosten für übungsleiter',
          title: 'Kosten für Übungsleiter',
          description: 'a\nb',
          topic: 'Sport',
          starts_on: '2017-02-01',
          ends_on: '2017-12-31',
        },
        gift: { amount_cents: 483_000, year: 2017, date: '2017-01-26', funder: 'Senat' },
        applied_cents: 500_000,
        external_id: '90',
      },
    })
  })

  test('a row may be an organization alone, or a project without money', () => {
    expect(read({ organization_title: 'A', organization_email: 'a@b.de' })).toEqual({
      ok: { line: 7, organization: { key: 'a', title: 'A', email: 'a@b.de' } },
    })
    expect(read({ organization_title: 'A', project_title: 'P' })).toEqual({
      ok: { line: 7, organization: { key: 'a', title: 'A' }, project: { key: 'p', title: 'P' } },
    })
  })

  test('a postcode with its town is split', () => {
    expect(read({ organization_title: 'A', organization_postcode: '10000 Musterstadt' })).toMatchObject({
      ok: { organization: { postcode: '10000', city: 'Musterstadt' } },
    })
  })

  test.each<[string, Fields, Refusal[]]>([
    [
      'no organization',
      { ...gift, organization_title: ' ' },
      [{ field: 'organization_title', code: 'missing' }],
    ],
    ['no project', { ...gift, project_title: '' }, [{ field: 'project_title', code: 'missing' }]],
    [
      'money without a project column',
      { organization_title: 'A', amount: '5', year: '2016' },
      [{ field: 'amount', code: 'amount_has_no_project' }],
    ],
    ['an amount of zero', { ...gift, amount: '0,00' }, [{ field: 'amount', code: 'amount_not_positive' }]],
    ['a negative amount', { ...gift, amount: '-3.294,57' }, [{ field: 'amount', code: 'amount_negative' }]],
    ['an empty amount', { ...gift, amount: '' }, [{ field: 'amount', code: 'amount_missing' }]],
    ['no number', { ...gift, amount: 'viel' }, [{ field: 'amount', code: 'amount_invalid' }]],
    ['an open number', { ...gift, amount: '1.234' }, [{ field: 'amount', code: 'amount_ambiguous' }]],
    [
      'another currency at the amount',
      { ...gift, amount: '5 GBP' },
      [{ field: 'amount', code: 'currency_not_accepted' }],
    ],
    [
      'another currency in its column',
      { ...gift, currency: 'usd' },
      [{ field: 'currency', code: 'currency_not_accepted' }],
    ],
    ['no year', { ...gift, year: '' }, [{ field: 'year', code: 'year_missing' }]],
    ['no year at all', { ...gift, year: 'MMXVI' }, [{ field: 'year', code: 'year_invalid' }]],
    ['a year before 1900', { ...gift, year: '1899' }, [{ field: 'year', code: 'year_out_of_range' }]],
    ['a year after 2100', { ...gift, year: 2101 }, [{ field: 'year', code: 'year_out_of_range' }]],
    ['a day no calendar has', { ...gift, date: '30.2.2016' }, [{ field: 'date', code: 'date_invalid' }]],
    [
      'a day of another year',
      { ...gift, date: '31.12.2015' },
      [{ field: 'year', code: 'year_contradicts_date' }],
    ],
    [
      'an end before the start',
      { ...gift, starts_on: '2.1.2016', ends_on: '1.1.2016' },
      [{ field: 'ends_on', code: 'ends_before_start' }],
    ],
    [
      'a start that is only a year',
      { ...gift, starts_on: '2016' },
      [{ field: 'starts_on', code: 'date_incomplete' }],
    ],
    [
      'no e-mail address',
      { organization_title: 'A', organization_email: 'a@b' },
      [{ field: 'organization_email', code: 'email_invalid' }],
    ],
    [
      'control characters',
      { organization_title: 'A\u0000B' },
      [{ field: 'organization_title', code: 'control_characters' }],
    ],
    [
      'half a character',
      { organization_title: 'A\ud83d' },
      [{ field: 'organization_title', code: 'control_characters' }],
    ],
    [
      'every reason at once',
      { ...gift, organization_title: '', amount: '-1', year: '1' },
      [
        { field: 'organization_title', code: 'missing' },
        { field: 'amount', code: 'amount_negative' },
        { field: 'year', code: 'year_invalid' },
      ],
    ],
  ])('%s is refused', (_name, fields, reasons) => {
    expect(refusals(fields)).toEqual(reasons)
  })

  test.each(['organization_title', 'project_title'] as const)(
    '%s is accepted in full up to its limit, never cut',
    (field) => {
      const limit = textLimits[field]
      expect(refusals({ ...gift, [field]: 'ü'.repeat(limit) })).toEqual([])
      expect(refusals({ ...gift, [field]: 'ü'.repeat(limit + 1) })).toEqual([{ field, code: 'too_long' }])
    },
  )

  test('the rest of the column decides an ambiguous amount', () => {
    expect(read({ ...gift, amount: '1.234' }, { others: [{ ...gift, amount: '5,50' }] })).toMatchObject({
      ok: { gift: { amount_cents: 123_400 } },
    })
  })

  test('a year may come from a date column or be chosen for the file', () => {
    const { year: _year, ...undated } = gift
    expect(read({ ...undated, date: '2014' })).toMatchObject({ ok: { gift: { year: 2014 } } })
    expect(read(undated, { choices: { year: 2013 } })).toMatchObject({ ok: { gift: { year: 2013 } } })
  })

  test('a foreign currency is accepted when chosen, and stored with the gift', () => {
    expect(read({ ...gift, currency: 'GBP' }, { choices: { currencies: ['GBP'] } })).toMatchObject({
      ok: { gift: { amount_cents: 1_250, currency: 'GBP' } },
    })
  })

  test('amounts in cents are not read as euros', () => {
    expect(read({ ...gift, amount: '3500' }, { amountInCents: true })).toMatchObject({
      ok: { gift: { amount_cents: 3_500 } },
    })
    expect(refusals({ ...gift, amount: '3500,5' }, { amountInCents: true })).toEqual([
      { field: 'amount', code: 'amount_too_precise' },
    ])
  })

  test('a row of the wrong shape is refused as a whole', () => {
    expect(refusals(gift, { problem: 'too_few_cells' })).toEqual([{ field: 'row', code: 'too_few_cells' }])
  })
})

test('reading a gift again gives the same identity, and any difference another one', () => {
  const identity = (fields: Fields) => {
    const result = read(fields)
    return 'ok' in result ? giftIdentity(result.ok) : undefined
  }
  const same = identity(gift)
  expect(identity({ ...gift, amount: '12.5 €', organization_title: 'a  E. V.' })).toBe(same)
  const others = [
    identity({ ...gift, amount: '12,51' }),
    identity({ ...gift, year: '2017' }),
    identity({ ...gift, project_title: 'Chor 2' }),
    identity({ ...gift, funder: 'Senat' }),
    identity({ ...gift, date: '1.2.2016' }),
    identity({ ...gift, external_id: '70' }),
    identity({ ...gift, organization_register_number: '1' }),
  ]
  expect(new Set([same, ...others]).size).toBe(8)
})
