import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { runs } from '#test/runs.ts'
import { easterSunday, isBankDay, nextBankDay } from './bank-days.ts'
import { bankText, isBankId } from './characters.ts'
import { euros, painFormats, painXml } from './pain.ts'
import { longestRemittance, remittanceOf } from './remittance.ts'

const bankSigns = /^[a-zA-Z0-9/\-?:().,'+ ÄÖÜäöüß&*$%]*$/
const anyText = fc.string({ unit: 'binary', maxLength: 300 })

describe('the bank’s character set', () => {
  test.each([
    ['Müller & Söhne, Straße 1', 'Müller & Söhne, Straße 1'],
    ['Đorđe Þórsson, Işık Œuvres', 'Dorde THorsson, Isik Ouvres'],
    ['100 % *neu* $5', '100 % *neu* $5'],
    ['so\u200bft\u00adly', 'softly'],
    ['AZ-2026-0425 · Schulgarten · Spende', 'AZ-2026-0425 - Schulgarten - Spende'],
    ['„Bühne frei“ – Łódź', "'Bühne frei' - Lodz"],
    ['Mu\u0308ller', 'Müller'],
    ['a\tb\n\u00a0c', 'a b c'],
    ['Сад 🌱', '... .'],
    ['info@example.org', 'info(at)example.org'],
  ])('%s', (text, expected) => expect(bankText(text).text).toBe(expected))

  test('reports each replaced character once', () => {
    expect(bankText('Bäder für Bären · groß').replaced).toEqual([{ from: '·', to: '-' }])
    expect(bankText('Plain text').replaced).toEqual([])
  })

  test('reports lost letters only', () => {
    expect(bankText('Сад 🌱 e.V.').lost).toEqual(['С', 'а', 'д'])
    expect(bankText('Łódź & Müller #1').lost).toEqual([])
  })

  test('composes umlauts typed as letter and accent', () => {
    expect(bankText('Bäder').text).toBe(bankText('Ba\u0308der').text)
  })

  test('any input yields valid characters only, and converting again changes nothing', () => {
    fc.assert(
      fc.property(anyText, (given) => {
        const { text } = bankText(given)
        expect(text).toMatch(bankSigns)
        expect(text).toBe(text.trim())
        expect(bankText(text)).toEqual({ text, replaced: [], lost: [] })
      }),
      { numRuns: runs(500) },
    )
  })
})

test('a remittance text has at most 140 characters and keeps number and purpose whole', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 9_999_999 }), (title, n) => {
      const number = `AZ-2026-${String(n).padStart(4, '0')}`
      const { text } = remittanceOf({ number, title, purpose: 'Zweckertrag' })
      expect(text.length).toBeLessThanOrEqual(longestRemittance)
      expect(text).toMatch(bankSigns)
      expect(text.startsWith(`${number} - `)).toBe(true)
      expect(text.endsWith('- Zweckertrag')).toBe(true)
    }),
    { numRuns: runs(500) },
  )
})

test('a long title fills the remaining space', () => {
  const { text } = remittanceOf({ number: 'AZ-2026-0001', title: 'ü'.repeat(200), purpose: 'Spende' })
  expect(text).toHaveLength(longestRemittance)
})

test.each([
  ['AZ-2026-0001', true],
  ['a'.repeat(35), true],
  ['a'.repeat(36), false],
  ['', false],
  ['/AZ', false],
  ['AZ/', false],
  ['A//Z', false],
  ['A/Z', true],
  ['Bäder', false],
  ['A&B', false],
])('%j is a valid id in a payment file: %s', (id, may) => expect(isBankId(id)).toBe(may))

describe('bank days', () => {
  test.each([
    ['2026-11-21', '2026-11-23'], // a Saturday
    ['2026-11-23', '2026-11-23'],
    ['2026-12-25', '2026-12-28'], // Christmas, then a weekend
    ['2027-01-01', '2027-01-04'],
    ['2027-03-26', '2027-03-30'], // Good Friday to Easter Monday
    ['2026-05-01', '2026-05-04'],
    ['2026-10-03', '2026-10-05'], // a holiday in Germany but not in TARGET; this one is a Saturday
    ['2025-10-03', '2025-10-03'],
  ])('the bank day on or after %s is %s', (day, next) => expect(nextBankDay(day)).toBe(next))

  test('computes the date of Easter', () => {
    expect([2024, 2025, 2026, 2027, 2038, 2285].map(easterSunday)).toEqual([
      '2024-03-31',
      '2025-04-20',
      '2026-04-05',
      '2027-03-28',
      '2038-04-25',
      '2285-03-22',
    ])
  })

  test('the next bank day is the first bank day on or after any day, at most five days later', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (n) => {
        const day = addDays('1900-01-01', n)
        const next = nextBankDay(day)
        expect(isBankDay(next) && next >= day && next <= addDays(day, 5)).toBe(true)
        for (let one = day; one < next; one = addDays(one, 1)) expect(isBankDay(one)).toBe(false)
        const easter = easterSunday(Number(day.slice(0, 4)))
        expect(new Date(`${easter}T00:00:00Z`).getUTCDay()).toBe(0)
      }),
      { numRuns: runs(500) },
    )
  })
})

describe.each(painFormats)('%s', (format) => {
  const order = {
    message_id: 'SEPA-2026-0001',
    created_at: new Date('2026-11-21T09:00:00.123Z'),
    execute_on: '2026-11-23',
    payer: { name: 'Almoner', iban: 'DE89370400440532013000', bic: '' },
    payments: [
      {
        end_to_end_id: 'AZ-2026-0425',
        amount_cents: 64_018,
        recipient: { name: 'Foerderverein', iban: 'DE02120300000000202051', bic: 'BYLADEM1001' },
        remittance: 'AZ-2026-0425 - <b> & - Spende',
      },
      {
        end_to_end_id: 'AZ-2026-0424',
        amount_cents: 5,
        recipient: { name: 'Verein', iban: 'DE02120300000000202051', bic: '' },
        remittance: 'AZ-2026-0424',
      },
    ],
  }
  const xml = painXml(format, order)
  const all = (tag: string) =>
    [...xml.matchAll(new RegExp(`<${tag}(?: [^>]*)?>([^<]*)</${tag}>`, 'g'))].map((match) => match[1])

  test('is one message with one batch, both with count and control sum', () => {
    expect(all('MsgId')).toEqual(['SEPA-2026-0001'])
    expect(xml.match(/<PmtInf>/g)).toHaveLength(1)
    expect(all('NbOfTxs')).toEqual(['2', '2'])
    expect(all('CtrlSum')).toEqual(['640.23', '640.23'])
    expect(all('BtchBookg')).toEqual(['true'])
    expect(all('InstdAmt')).toEqual(['640.18', '0.05'])
    expect(all('EndToEndId')).toEqual(['AZ-2026-0425', 'AZ-2026-0424'])
    expect(all('Ustrd')).toEqual(['AZ-2026-0425 - &lt;b&gt; &amp; - Spende', 'AZ-2026-0424'])
    expect(all('CreDtTm')).toEqual(['2026-11-21T09:00:00Z'])
  })

  test('writes no address, no execution time and no attribute but the currency', () => {
    expect(xml).not.toMatch(/PstlAdr|AdrLine|<DtTm>|LclInstrm/)
    expect(all('Nm')).toEqual(['Almoner', 'Almoner', 'Foerderverein', 'Verein'])
    expect(xml.match(/<DbtrAgt>/g)).toHaveLength(1)
    expect([...xml.matchAll(/ (\w+)="/g)].map(([, name]) => name)).toEqual([
      'version',
      'encoding',
      'xmlns',
      'Ccy',
      'Ccy',
    ])
  })

  test.each([
    ['an id with an umlaut', { end_to_end_id: 'Bäder' }],
    ['a text of blanks', { remittance: '  ' }],
    ['a name of blanks', { recipient: { name: ' ', iban: 'DE02120300000000202051', bic: '' } }],
    ['an id twice', { end_to_end_id: 'AZ-2026-0424' }],
  ])('refuses %s', (_, wrong) => {
    const payments = [{ ...order.payments[0]!, ...wrong }, order.payments[1]!]
    expect(() => painXml(format, { ...order, payments })).toThrow(RangeError)
  })

  test('names banks and days as its version requires', () => {
    const isNew = format.endsWith('09')
    expect(xml).toContain(`xmlns="urn:iso:std:iso:20022:tech:xsd:${format}"`)
    expect(all(isNew ? 'Dt' : 'ReqdExctnDt')).toEqual(['2026-11-23'])
    expect(all(isNew ? 'BICFI' : 'BIC')).toEqual(['BYLADEM1001'])
    expect(xml.match(/<Id>NOTPROVIDED<\/Id>/g)).toHaveLength(1)
  })
})

test('formats cents as euros without floating point', () => {
  expect([0, 5, 100, 123_456, 100_000_000_001].map(euros)).toEqual([
    '0.00',
    '0.05',
    '1.00',
    '1234.56',
    '1000000000.01',
  ])
})

describe('rules that the schema cannot express (DFÜ agreement, annex 3)', () => {
  const iban = 'DE02120300000000202051'
  const one = {
    end_to_end_id: 'AZ-2026-0001',
    amount_cents: 100,
    recipient: { name: 'Verein', iban, bic: '' },
    remittance: 'AZ-2026-0001',
  }
  const order = (change: object = {}, of: object = {}) => ({
    message_id: 'SEPA-2026-0001',
    created_at: new Date('2026-11-21T09:00:00Z'),
    execute_on: '2026-11-23',
    payer: { name: 'Almoner', iban: 'DE89370400440532013000', bic: '' },
    payments: [{ ...one, ...change }],
    ...of,
  })
  const xml = painXml('pain.001.001.09', order())

  test('offers the current format first', () => {
    expect(painFormats[0]).toBe('pain.001.001.09')
  })

  test('is UTF-8 without byte order mark and without namespace prefixes', () => {
    expect(xml.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="')).toBe(true)
    expect(xml).not.toMatch(/<\/?\w+:/)
  })

  test('service level, payment method and charges appear once, in the batch', () => {
    const batch = xml.slice(0, xml.indexOf('<CdtTrfTxInf>'))
    for (const tag of ['PmtMtd>TRF', 'Cd>SEPA', 'ChrgBr>SLEV', 'DbtrAgt>'])
      expect([batch.includes(`<${tag}`), xml.split(`<${tag}`).length]).toEqual([true, 2])
    // The initiating party has only a name.
    expect(xml).toMatch(/<InitgPty>\s*<Nm>Almoner<\/Nm>\s*<\/InitgPty>/)
  })

  test("omits a missing BIC of the recipient's bank and writes the remittance text once", () => {
    expect(xml).not.toContain('<CdtrAgt>')
    expect(xml.match(/<Ustrd>/g)).toHaveLength(1)
    expect(xml).not.toContain('<Strd>')
  })

  test.each([
    ['an amount of nothing', order({ amount_cents: 0 })],
    ['an amount above €999,999,999.99', order({ amount_cents: 100_000_000_000 })],
    ['a text of 141 signs', order({ remittance: 'x'.repeat(141) })],
    ['a recipient of 71 signs', order({ recipient: { name: 'x'.repeat(71), iban, bic: '' } })],
    ['a payer of 71 signs', order({}, { payer: { name: 'x'.repeat(71), iban, bic: '' } })],
    ['a payer of blanks', order({}, { payer: { name: ' ', iban, bic: '' } })],
    [
      'an account outside SEPA',
      order({ recipient: { name: 'V', iban: 'UA213223130000026007233566001', bic: '' } }),
    ],
    ['a message id with two slashes', order({}, { message_id: 'A//B' })],
  ])('%s is refused', (_, wrong) => {
    expect(() => painXml('pain.001.001.09', wrong)).toThrow(RangeError)
  })

  test('accepts values exactly at the limits', () => {
    const recipient = { name: 'x'.repeat(70), iban, bic: '' }
    for (const change of [
      { amount_cents: 1 },
      { amount_cents: 99_999_999_999 },
      { remittance: 'x'.repeat(140) },
      { recipient },
    ])
      expect(painXml('pain.001.001.09', order(change))).toContain('<NbOfTxs>1</NbOfTxs>')
  })
})
