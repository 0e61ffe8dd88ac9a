import { describe, expect, test } from 'vitest'
import { foldHeader, guessMapping, guessOf, type Mapping } from './mapping.ts'
import type { SourceRow } from '#shared/reading/row.ts'

const rowsOf = (...lines: string[]): SourceRow[] =>
  lines.map((line, i) => ({ line: i + 1, cells: line.split('|') }))

describe('guessMapping', () => {
  test.each<[string, string[], Mapping['columns']]>([
    [
      'the Berlin grants',
      ['zeile|empfaenger|empfaenger_id|registerart|plz|geber|politikbereich|jahr|betrag_eur|zweck'],
      {
        external_id: 0,
        organization_title: 1,
        organization_register_number: 2,
        organization_postcode: 4,
        funder: 5,
        topic: 6,
        year: 7,
        amount: 8,
        project_title: 9,
      },
    ],
    [
      'the Linz subsidies: money needs a project, so the description is its title',
      ['Empfänger|Betrag|Beschreibung|Jahr', 'A|587.372,00|Kultur|2014'],
      { organization_title: 0, amount: 1, project_title: 2, year: 3 },
    ],
    [
      'a title and a description',
      ['Verein|Projekt|Beschreibung|Betrag|Datum'],
      { organization_title: 0, project_title: 1, project_description: 2, amount: 3, date: 4 },
    ],
    [
      'a list of organizations in English',
      ['title|email_contact|postcode|city|street'],
      {
        organization_title: 0,
        organization_email: 1,
        organization_postcode: 2,
        organization_city: 3,
        organization_street: 4,
      },
    ],
    [
      'asked for and given',
      ['Organisation;|Project title|Amount requested|Amount awarded|Award date|Currency'],
      { organization_title: 0, project_title: 1, applied_amount: 2, amount: 3, date: 4, currency: 5 },
    ],
    [
      'a bank export',
      [
        'Buchungstag|Beguenstigter/Zahlungspflichtiger|Betrag|Verwendungszweck',
        '26.1.2024|J W|868,88|Spende',
      ],
      { date: 0, organization_title: 1, amount: 2, project_title: 3 },
    ],
    [
      'duplicate names: the first column serves',
      ['Verein|Betrag|Betrag|Projekt'],
      { organization_title: 0, amount: 1, project_title: 3 },
    ],
  ])('%s', (_name, lines, columns) => {
    const { reasons: _reasons, ...guess } = guessMapping(rowsOf(...lines))
    expect(guess).toEqual({ header: true, columns, fromContent: [] })
  })

  test('without a header, only columns proved by their cells are guessed, and marked as such', () => {
    const rows = rowsOf(
      'Mustermensch|Muster|Musterstr. 1||10000 Musterstadt|50,00|01.01.2025',
      'Menschmuster|Mona|Musterallee 1||12345 Musterdorf|100,00|11.09.2025',
    )
    expect(guessMapping(rows)).toEqual({
      header: false,
      columns: { organization_postcode: 4, amount: 5, date: 6 },
      fromContent: ['date', 'organization_postcode', 'amount'],
    })
  })

  test('unknown names are a header when a column below proves another type', () => {
    expect(guessMapping(rowsOf('foo|bar', 'x|12,50', 'y|13,00')).header).toBe(true)
    expect(guessMapping(rowsOf('foo|bar', 'x|y', 'u|v')).header).toBe(false)
  })

  test('a header in cents is not read as euros', () => {
    const mapping = guessMapping(rowsOf('name|project|total_amount_cents', 'a|b|3500000'))
    expect(mapping).toMatchObject({ columns: { amount: 2 }, amountInCents: true })
  })

  test('no rows give no guess', () => {
    expect(guessMapping([])).toEqual({ header: false, columns: {}, fromContent: [] })
  })
})

test.each([
  ['Empfänger (Name)', 'empfaengername'],
  ['E-Mail', 'email'],
  ['Straße_Nr.', 'strassenr'],
  ['Société', 'societe'],
])('header %s is folded to %s', (header, folded) => {
  expect(foldHeader(header)).toBe(folded)
})

describe('reasons for assigning a column', () => {
  const guesses = (...lines: string[]) => {
    const mapping = guessMapping(rowsOf(...lines))
    return Object.fromEntries(
      Object.keys(mapping.columns).map((field) => {
        const { reason, sureness } = guessOf(mapping, field as 'amount')
        return [field, `${reason}, ${sureness}`]
      }),
    )
  }

  test('the name, a word in the name, no better column, or the content', () => {
    expect(guesses('Verein|Bewilligter Gesamtbetrag|Beschreibung', 'A|5,00 €|Kultur')).toEqual({
      organization_title: 'name, sure',
      amount: 'part, likely',
      project_title: 'instead, likely',
    })
    expect(guesses('A|26.1.2024|5,00', 'B|27.1.2024|6,00')).toEqual({
      date: 'content, unsure',
      amount: 'content, unsure',
    })
  })

  test('a word that may mean a project or an organization is uncertain', () => {
    expect(guesses('Titel|Betrag in Euro', 'Film|5')).toMatchObject({ amount: 'name, sure' })
    expect(guesses('Name|Betrag in Euro', 'Film|5')).toEqual({
      organization_title: 'word, unsure',
      amount: 'name, sure',
    })
    expect(guesses('Titel', 'Film')).toEqual({ organization_title: 'word, unsure' })
  })
})
