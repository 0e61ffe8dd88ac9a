import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { inspectPdf } from '#features/document-reading/reading/in-sandbox.ts'
import type { Mapping } from '../places.ts'
import { sampleOf } from '../tokens.ts'
import { findFields } from './fields.ts'
import { openRenderer } from './in-sandbox.ts'
import { type RenderInput, renderTemplate } from './fill-template.ts'

const folder = join(import.meta.dirname, '../../../../../shared/data/pdf/forms')
const form = (name: string) => readFileSync(join(folder, name))
const blank = form('zuwendungsbestaetigung-034122-blank.pdf')
const work = mkdtempSync(join(tmpdir(), 'almoner-render-'))
afterAll(() => rmSync(work, { recursive: true }))

const missing = ['qpdf', 'pdftotext'].filter((tool) => spawnSync(tool, ['--version']).error)
/** Tests that need external tools; skipped with a warning where these are not installed. */
const testWithTools = test.skipIf(missing.length > 0)
if (missing.length > 0)
  console.warn(`skipped the checks by poppler and qpdf: ${missing.join(' and ')} not found`)

const size = { from: 7, to: 10 }
const placed = (token: string, x: number, y: number, width: number, height = 12) =>
  ({ id: token, page: 1, token, format: 'text', size, x, y, width, height }) as const
/** A realistic mapping of the federal form: eleven fields, and the remaining tokens placed by hand. */
const mapping: Mapping = {
  fields: [
    {
      field: 'Aussteller Bezeichnung und Anschrift der steuerbegünstigten Einrichtung',
      token: 'issuer',
      format: 'lines',
      size,
    },
    { field: 'Name und Anschrift des Zuwendenden', token: 'donor', format: 'lines', size },
    { field: 'Betrag der Zuwendung in Ziffern', token: 'amount', format: 'eur_de', size },
    { field: 'in Buchstaben', token: 'amount_words', format: 'words_de', size },
    { field: 'Tag der Zuwendung', token: 'gift_day', format: 'day_de', size },
    { field: 'Ja', token: 'waiver', format: 'checked_yes', size },
    { field: 'Nein', token: 'waiver', format: 'checked_no', size },
  ],
  placed: [
    placed('number', 430, 800, 120),
    { ...placed('purposes', 82, 492, 468, 26), format: 'lines' },
    placed('tax_office', 82, 447, 136),
    placed('tax_number', 245, 447, 100),
    { ...placed('notice_day', 366, 447, 80), format: 'day_de' },
    placed('period', 166, 433, 100),
  ],
}
const input: RenderInput = {
  pdf: blank,
  mapping,
  values: {
    ...sampleOf('donation_receipt'),
    issuer: 'Naturschutzgruppe Hohenfels e. V.\nAm Anger 4\n78355 Hohenfels',
    donor:
      'Ελένη Παπαδοπούλου, İbrahim Çağlayan, Łukasz Żółć\nГлавная улица 12 · Straße für Größe\n70173 Stuttgart',
    amount: 127_500,
    amount_words: 127_500,
    gift_day: '2026-04-22',
    waiver: false,
  },
  mark: null,
  title: 'Zuwendungsbestätigung 2026-0061',
  language: 'de',
  when: '2026-11-23T09:00:00.000Z',
}

const kept = (name: string, bytes: Uint8Array) => {
  const file = join(work, name)
  writeFileSync(file, bytes)
  if (process.env.KEEP_RENDERED) writeFileSync(join(process.env.KEEP_RENDERED, name), bytes)
  return file
}
const run = (command: string, ...args: string[]) => execFileSync(command, args, { encoding: 'utf8' })
const textOf = (file: string) => run('pdftotext', '-layout', '-enc', 'UTF-8', file, '-')

test('the federal form has eleven fields, in the order in which they are read', async () => {
  const { pages, fields } = (await findFields(blank))!
  expect(pages).toEqual([{ x: 0, y: 0, width: 595.28, height: 841.89 }])
  expect(fields).toHaveLength(11)
  expect(fields.slice(0, 7).map(({ name, type }) => [name, type])).toEqual([
    ['Aussteller Bezeichnung und Anschrift der steuerbegünstigten Einrichtung', 'lines'],
    ['Name und Anschrift des Zuwendenden', 'lines'],
    ['Betrag der Zuwendung in Ziffern', 'text'],
    ['in Buchstaben', 'text'],
    ['Tag der Zuwendung', 'text'],
    ['Ja', 'checkbox'],
    ['Nein', 'checkbox'],
  ])
})

testWithTools(
  'the text of the filled federal form, read by poppler, is the data; qpdf has nothing to say',
  async () => {
    const { bytes, problems } = await renderTemplate(input)
    expect(problems).toEqual([])
    const file = kept('receipt.pdf', bytes)
    const text = textOf(file)
    for (const value of [
      'Naturschutzgruppe Hohenfels e. V.',
      'Am Anger 4',
      '78355 Hohenfels',
      'Ελένη Παπαδοπούλου, İbrahim Çağlayan, Łukasz Żółć',
      'Главная улица 12 · Straße für Größe',
      '1.275,00 €',
      'eintausendzweihundertfünfundsiebzig Euro',
      '22.04.2026',
      '2026-0061',
      'Naturschutz und Landschaftspflege (§ 52 Abs. 2 Satz 1 Nr. 8 AO)',
      'Singen',
      '18165/04712',
      '12.03.2024',
      '2020 bis 2022',
    ])
      expect(text).toContain(value)
    // The cross is next to "Nein", not to "Ja".
    expect(text).toMatch(/Nein\s+X/)
    expect(text).not.toMatch(/Ja\s+X/)
    expect(run('qpdf', '--check', file)).toContain('No syntax or stream encoding errors found')
    expect(await inspectPdf(bytes)).toEqual({ pages: 1 })
  },
)

testWithTools('nothing is left to be typed over, and title, language, tags and fonts are said', async () => {
  const file = kept('flat.pdf', (await renderTemplate(input)).bytes)
  const info = run('pdfinfo', file)
  expect(info).toMatch(/Title:\s+Zuwendungsbestätigung 2026-0061/)
  expect(info).toMatch(/Form:\s+none/)
  expect(info).toMatch(/Tagged:\s+yes/)
  expect(run('pdfinfo', '-struct-text', file)).toContain('eintausendzweihundertfünfundsiebzig Euro')
  expect(run('pdfinfo', '-meta', file)).toContain('Zuwendungsbestätigung 2026-0061')
  const fonts = run('pdffonts', file)
  // name, type, encoding, emb, sub, uni
  expect(fonts).toMatch(/DejaVuSans\S*\s+CID TrueType\s+Identity-H\s+yes (yes|no)\s+yes/)
  expect(run('qpdf', '--json', file)).toContain('"/Lang": "u:de"')
})

test('the same data gives the same bytes, in a process of its own too; other data gives others', async () => {
  const here = (await renderTemplate(input)).bytes
  const renderer = openRenderer()
  try {
    const there = await renderer.render(input)
    expect(Buffer.compare(here, there.bytes)).toBe(0)
    const other = await renderer.render({ ...input, values: { ...input.values, amount: 127_501 } })
    expect(Buffer.compare(here, other.bytes)).not.toBe(0)
  } finally {
    renderer.close()
  }
})

testWithTools.each(['TEST', 'ZWEITSCHRIFT'])('%s stands across the page', async (mark) => {
  const file = kept(`${mark}.pdf`, (await renderTemplate({ ...input, mark })).bytes)
  // Poppler extracts the letters of a slanted word one by one.
  expect(run('pdftotext', '-raw', file, '-').replace(/\s/g, '')).toContain(mark)
  expect(run('qpdf', '--check', file)).toContain('No syntax')
})

testWithTools('every form can be read, and filled where it has texts and boxes', async () => {
  for (const name of readdirSync(folder)) {
    const { fields } = (await findFields(form(name)))!
    expect(fields.length, name).toBeGreaterThan(0)
    const all: Mapping = {
      fields: fields.flatMap(({ name: field, type }): Mapping['fields'] =>
        type === 'text' || type === 'lines'
          ? [{ field, token: 'tax_office', format: 'text' as const, size: { from: 5, to: 9 } }]
          : type === 'checkbox'
            ? [{ field, token: 'is_notice', format: 'checked_yes' as const, size }]
            : [],
      ),
      placed: [],
    }
    const { bytes } = await renderTemplate({ ...input, pdf: form(name), mapping: all, mark: 'TEST' })
    const file = kept(`all-${name}`, bytes)
    expect(run('qpdf', '--check', file), name).toContain('No syntax')
    const filled = all.fields.length > 0
    expect(
      run('pdftotext', file, '-').includes(
        all.fields.some(({ format }) => format === 'text') ? 'Singen' : 'X',
      ),
      name,
    ).toBe(filled)
  }
})
