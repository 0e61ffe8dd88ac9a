import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRawStream,
  decodePDFRawStream,
} from '#server/formats/pdf-lib.js'
import { afterAll, expect, test } from 'vitest'
import { wholeMapping } from '#test/document-templates.ts'
import { formPdf } from '#test/make-form.ts'
import { textOfPdf } from '#test/pdf.ts'
import { sampleOf, type TemplateKind, templateKinds } from '../tokens.ts'
import { draw, type Mark } from './built-in-layout.ts'
import { type RenderInput, renderTemplate } from './fill-template.ts'

// Every kind of PDF made here, checked against the requirements of archives and screen readers.

const annex = [
  { day: '2026-01-15', amount_cents: 1000, waiver: false },
  { day: '2026-04-15', amount_cents: 3000, waiver: false },
]
const content = (kind: TemplateKind) => ({
  values: { ...sampleOf(kind) },
  ...(kind === 'collective_receipt' && { annex }),
})
const samples = new URL('../server/samples/', import.meta.url)
const signature = new Uint8Array(readFileSync(new URL('signature.png', samples)))

async function onTemplate(kind: TemplateKind, mark: Mark | null): Promise<Uint8Array> {
  const { fields, placed } = wholeMapping(kind, kind === 'thank_you' ? { donor: 'donor' } : {})
  const place = { id: 's', page: 1, token: 'signature', format: 'image' as const, size: { from: 7, to: 7 } }
  const input: RenderInput = {
    pdf: await formPdf(),
    mapping: { fields, placed: [...placed, { ...place, x: 400, y: 40, width: 120, height: 40 }] },
    ...content(kind),
    mark,
    title: 'Vorlage',
    language: 'de',
    when: '2026-11-23T12:00:00.000Z',
  }
  const { bytes } = await renderTemplate({ ...input, values: { ...input.values, signature } })
  return bytes
}

const made: [string, () => Promise<Uint8Array>][] = templateKinds.flatMap((kind) => [
  [`${kind}, built in`, async () => (await draw({ kind, content: content(kind) })).bytes],
  [
    `${kind}, built in, as a reprint`,
    async () => (await draw({ kind, content: content(kind), mark: 'ZWEITSCHRIFT' })).bytes,
  ],
  [`${kind}, on a template`, () => onTemplate(kind, null)],
  [`${kind}, on a template, as a test`, () => onTemplate(kind, 'TEST')],
])

const work = mkdtempSync(join(tmpdir(), 'almoner-pdf-'))
afterAll(() => rmSync(work, { recursive: true }))

const isMissing = spawnSync('qpdf', ['--version']).error !== undefined
test.skipIf(isMissing)(
  'qpdf finds nothing wrong with any generated PDF (skipped where qpdf is not installed)',
  async () => {
    for (const [name, make] of made) {
      const file = join(work, 'made.pdf')
      // oxlint-disable-next-line no-await-in-loop -- each is looked at by itself
      writeFileSync(file, await make())
      const said = execFileSync('qpdf', ['--check', file], { encoding: 'utf8' })
      expect([name, said]).toEqual([
        name,
        expect.stringContaining('No syntax or stream encoding errors found'),
      ])
    }
  },
)

test.each(made)(
  '%s: has title, language, colour profile, id and tags, embeds each font, and has no form left',
  async (_, make) => {
    const bytes = await make()
    const document = await PDFDocument.load(bytes, { updateMetadata: false })
    const { catalog, context } = document
    const named = (key: string) => catalog.lookup(PDFName.of(key))
    expect(document.getTitle()).not.toBe('')
    expect(String(named('Lang'))).toMatch(/de/)
    expect(String(catalog.lookup(PDFName.of('MarkInfo'), PDFDict).get(PDFName.of('Marked')))).toBe('true')
    expect(named('AcroForm')).toBeUndefined()
    const xmp = Buffer.from(decodePDFRawStream(named('Metadata') as PDFRawStream).decode()).toString('utf8')
    expect(xmp).toContain('<dc:title>')
    // The file was never validated, so it does not claim to be PDF/A.
    expect(xmp).not.toContain('pdfaid')
    const intent = catalog.lookup(PDFName.of('OutputIntents'), PDFArray).lookup(0, PDFDict)
    const profile = decodePDFRawStream(
      intent.lookup(PDFName.of('DestOutputProfile')) as PDFRawStream,
    ).decode()
    expect(Buffer.from(profile).subarray(36, 40).toString('latin1')).toBe('acsp')
    const id = context.lookup(context.trailerInfo.ID, PDFArray)
    expect(id.size()).toBe(2)
    const descriptors = context
      .enumerateIndirectObjects()
      .flatMap(([, object]) =>
        object instanceof PDFDict && String(object.get(PDFName.of('Type'))) === '/FontDescriptor'
          ? [object]
          : [],
      )
    expect(descriptors.length).toBeGreaterThan(0)
    for (const one of descriptors)
      expect(['FontFile', 'FontFile2', 'FontFile3'].some((key) => one.has(PDFName.of(key)))).toBe(true)
    // Each page has its part of the tree of tags, and each marked sequence its element.
    for (const [at, page] of document.getPages().entries())
      expect([at, String(page.node.get(PDFName.of('StructParents')))]).toEqual([at, String(at)])
  },
)

test('the same data gives the same document id, other data gives another', async () => {
  const id = async (values: object) => {
    const one = content('donation_receipt')
    const { bytes } = await draw({
      kind: 'donation_receipt',
      content: { values: { ...one.values, ...values } },
    })
    return Buffer.from(bytes)
      .toString('latin1')
      .match(/\/ID\s*\[\s*<(\w{32})>/)?.[1]
  }
  const [first, again, other] = [await id({}), await id({}), await id({ amount: 4100, amount_words: 4100 })]
  expect(first).toMatch(/^\w{32}$/)
  expect([again === first, other === first]).toEqual([true, false])
})

test('the extracted text of a receipt with a test mark is in reading order', async () => {
  const { bytes } = await draw({
    kind: 'donation_receipt',
    content: content('donation_receipt'),
    mark: 'TEST',
  })
  const text = await textOfPdf(bytes)
  const order = ['Nr. 2026-0061', 'Aussteller', 'Betrag der Zuwendung', 'vierzig', 'Hinweis:']
  const places = order.map((word) => text.indexOf(word))
  expect(places.every((place) => place >= 0)).toBe(true)
  expect(places.toSorted((a, b) => a - b)).toEqual(places)
})
