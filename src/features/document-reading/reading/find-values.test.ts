import { describe, expect, test } from 'vitest'
import { noticePdf } from '#features/demo/server/notice-pdf.ts'
import { pdfOf, simplePdf } from '#test/make-pdf.ts'
import type { Findings, FoundField } from '../findings.ts'
import { findValues } from './find-values.ts'
import { findInPdf, readLimits } from './in-sandbox.ts'
import type { ReadPage, Run } from './lines.ts'

/** A page with these lines; a tab starts a column on the right. */
const pageOf = (...lines: string[]): ReadPage => ({
  width: 600,
  height: 800,
  runs: lines.flatMap((line, at) =>
    line.split('\t').map((text, column): Run => ({
      text,
      x: column === 0 ? 0.1 : 0.7,
      y: 0.05 + at * 0.03,
      width: text.length * 0.008,
      height: 0.015,
    })),
  ),
})
const valuesOf = (findings: Findings, field: FoundField) =>
  findings.fields.find((found) => found.field === field)?.candidates.map(({ value }) => value) ?? []
const read = (field: FoundField, ...lines: string[]) => valuesOf(findValues([pageOf(...lines)]), field)

describe('the issue day', () => {
  test.each([
    ['Datum\t14.10.2026', ['2026-10-14']],
    ['Datum: 4.1.2026', ['2026-01-04']],
    ['Hohenfels, den 3. März 2025', ['2025-03-03']],
    ['Ausgestellt am 01.02.2024', ['2024-02-01']],
    ['am 31.02.2024 nicht', []],
    ['gültig bis 14.10.2031', []],
    ['geboren 14.10.1971', []],
    ['Telefon 07400 14.10.202', []],
  ])('%s', (line, days) => expect(read('issued_on', line)).toEqual(days))

  test('a labelled value ranks first; several unlabelled ones are all candidates, each once', () => {
    expect(read('issued_on', 'Ihr Antrag vom 02.01.2026', 'Datum 14.10.2026')).toEqual(['2026-10-14'])
    expect(read('issued_on', 'am 02.01.2026', 'oder 03.01.2026', 'und am 02.01.2026')).toEqual([
      '2026-01-02',
      '2026-01-03',
    ])
    expect(read('issued_on', 'Antrag vom 02.01.2026', 'Freistellungsbescheid vom 03.01.2026')).toEqual([
      '2026-01-03',
    ])
  })

  test('its label may be above it', () => {
    expect(read('issued_on', 'Aktenzeichen\tDatum', 'A 1 vom 01.01.2020\t14.10.2026')).toEqual(['2026-10-14'])
  })
})

describe('the tax number', () => {
  test.each([
    ['Steuernummer\t42099/01234', ['42099/01234']],
    ['St.-Nr. 123 / 456 / 78901', ['123/456/78901']],
    ['Steuer-Nr.: 2893081508152', ['2893081508152']],
    ['unter 123/456/78901 geführt', ['123/456/78901']],
    ['Telefon 07400/5550', []],
    ['Konto 1234567890', []],
  ])('%s', (line, numbers) => expect(read('tax_number', line)).toEqual(numbers))
})

describe('the tax office', () => {
  test.each([
    ['Finanzamt Hohenfels, Postfach 1120', ['Finanzamt Hohenfels']],
    ['Finanzamt Frankfurt am Main V', ['Finanzamt Frankfurt am Main V']],
    ['Finanzamt für Körperschaften Berlin', ['Finanzamt für Körperschaften Berlin']],
    ['beim zuständigen Finanzamt einzulegen', []],
  ])('%s', (line, offices) => expect(read('tax_office', line)).toEqual(offices))

  test('the most frequent value comes first', () => {
    const lines = ['Finanzamt Rottweil', 'Finanzamt Hohenfels', 'Finanzamt Hohenfels']
    expect(read('tax_office', ...lines)).toEqual(['Finanzamt Hohenfels', 'Finanzamt Rottweil'])
  })
})

test('period and purposes are found, including a parenthesis that closes on the next line', () => {
  expect(read('period', 'für 2023 bis 2025 zur Körperschaftsteuer')).toEqual(['2023 bis 2025'])
  expect(read('period', 'für das Kalenderjahr 2024 wird')).toEqual(['2024'])
  expect(
    read('purposes', 'Förderung von Kunst und Kultur (§ 52 Abs. 2 Satz 1 Nr. 5', 'AO)', 'Hinweise'),
  ).toEqual(['Förderung von Kunst und Kultur (§ 52 Abs. 2 Satz 1 Nr. 5 AO)'])
})

const notice = {
  office: 'Finanzamt Hohenfels',
  street: 'Schlossplatz 4',
  town: '72999 Hohenfels',
  day: '14.10.2026',
  number: '42099/01234',
  phone: '07400 555-0',
  organization: 'Kulturwerk Alte Gerberei e. V.',
  address: ['Gerbergasse 7', '72999 Hohenfels'],
  years: '2023 bis 2025',
  purpose: 'Förderung von Kunst und Kultur (§ 52 Abs. 2 Satz 1 Nr. 5 AO)',
}

describe('in a PDF, in a separate process', () => {
  test('all values of a notice are found with their place on the page', async () => {
    const findings = (await findInPdf(await noticePdf(notice)))!
    expect(findings.has_text).toBe(true)
    expect(
      Object.fromEntries(findings.fields.map(({ field }) => [field, valuesOf(findings, field)])),
    ).toEqual({
      issued_on: ['2026-10-14'],
      tax_number: ['42099/01234'],
      tax_office: ['Finanzamt Hohenfels'],
      period: ['2023 bis 2025'],
      purposes: [notice.purpose],
    })
    const [{ page, place, text }] = findings.fields[0]!.candidates as [never] as [
      Findings['fields'][number]['candidates'][number],
    ]
    expect([page, text]).toEqual([1, '14.10.2026'])
    // The text is 774 of 842 pt from the bottom and ends 523 of 595 pt from the left.
    expect(place.x + place.width).toBeCloseTo(523 / 595.28, 2)
    expect(place.y + place.height / 2).toBeCloseTo(1 - 778 / 841.89, 2)
  })

  test('a scan is reported as having no text; unrelated text finds nothing', async () => {
    expect(await findInPdf(simplePdf())).toEqual({ has_text: false, fields: [] })
    const words = Buffer.from('BT /F1 12 Tf 50 100 Td (Nothing of that kind) Tj ET')
    const bytes = pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
      { dict: '', bytes: words },
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ])
    expect(await findInPdf(bytes)).toEqual({ has_text: true, fields: [] })
  })

  test('reading stops when it exceeds its time or memory limit, or the file is unreadable', async () => {
    const bytes = await noticePdf(notice)
    expect(await findInPdf(bytes, { ...readLimits, processorMs: 0 })).toBeUndefined()
    expect(await findInPdf(bytes, { ...readLimits, residentMb: 1 })).toBeUndefined()
    expect(await findInPdf(Buffer.from('%PDF-1.7 nothing'))).toBeUndefined()
  })
})
