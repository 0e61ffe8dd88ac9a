import { PDFDocument, PDFName } from '#server/formats/pdf-lib.js'
import { expect, test } from 'vitest'
import { textOfPdf } from '#test/pdf.ts'
import type { Mapping } from '../places.ts'
import { findFields } from './fields.ts'
import { openRenderer, RenderFailed } from './in-sandbox.ts'
import { type RenderInput, renderTemplate } from './fill-template.ts'

const size = { from: 7, to: 10 }

/** A form of one page: a line of twelve letters at most, several lines, a box, a place to sign, a button. */
async function form(): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false })
  const page = document.addPage([400, 300])
  const fields = document.getForm()
  const name = fields.createTextField('name')
  name.setMaxLength(12)
  name.setText('typed once')
  name.addToPage(page, { x: 20, y: 250, width: 120, height: 16 })
  const address = fields.createTextField('address')
  address.enableMultiline()
  address.addToPage(page, { x: 20, y: 180, width: 120, height: 50 })
  const agreed = fields.createCheckBox('agreed')
  agreed.check()
  agreed.addToPage(page, { x: 200, y: 250, width: 14, height: 14 })
  fields.createButton('send').addToPage('Send', page, { x: 300, y: 20, width: 60, height: 20 })
  return document.save()
}

const mapping: Mapping = {
  fields: [
    { field: 'name', token: 'who', format: 'text', size },
    { field: 'address', token: 'where', format: 'lines', size },
    { field: 'agreed', token: 'agreed', format: 'checked_yes', size },
    { field: 'gone', token: 'who', format: 'text', size },
  ],
  placed: [
    { id: 'a', page: 1, token: 'sum', format: 'words_de', size, x: 20, y: 100, width: 300, height: 14 },
    { id: 'b', page: 1, token: 'picture', format: 'image', size, x: 200, y: 20, width: 50, height: 50 },
    { id: 'c', page: 7, token: 'who', format: 'text', size, x: 20, y: 20, width: 50, height: 12 },
  ],
}

async function input(over: Partial<RenderInput> = {}): Promise<RenderInput> {
  return {
    pdf: await form(),
    mapping,
    values: { who: 'Żaneta', where: 'Große Straße 1\n10115 Berlin', agreed: false, sum: 250 },
    mark: null,
    title: 'Beleg & mehr',
    language: 'de',
    when: '2026-11-23T09:00:00.000Z',
    ...over,
  }
}

test('fields and placed tokens are written, previous form values are removed, and no field stays editable', async () => {
  const { bytes, problems } = await renderTemplate(await input())
  expect(problems).toEqual([])
  const text = await textOfPdf(bytes)
  for (const part of ['Żaneta', 'Große Straße 1', '10115 Berlin', 'zwei Euro und fünfzig Cent'])
    expect(text).toContain(part)
  expect(text).not.toContain('typed once')
  expect(text).not.toContain('Send')
  expect(text).not.toContain('X')
  expect((await findFields(bytes))!.fields).toEqual([])
})

test('a box is checked when its rule holds', async () => {
  const { values, ...rest } = await input()
  expect(
    await textOfPdf((await renderTemplate({ ...rest, values: { ...values, agreed: true } })).bytes),
  ).toContain('X')
})

test('text that is too long or has unsupported letters is reported by place and token', async () => {
  const values = { who: 'thirteen letters', where: '漢字\nEnd', sum: null }
  const { problems } = await renderTemplate(await input({ values }))
  expect(problems).toEqual([
    { place: 'name', token: 'who', reason: 'too_long', letters: '' },
    { place: 'address', token: 'where', reason: 'letters', letters: '漢字' },
    // A place on a page that does not exist is ignored and has no problem.
  ])
})

test('a picture is drawn in its place, and a picture for a text token is refused', async () => {
  const red = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
    'base64',
  )
  const { bytes } = await renderTemplate(await input({ values: { picture: red } }))
  const { context } = await PDFDocument.load(bytes)
  const images = context
    .enumerateIndirectObjects()
    .filter(([, object]) => 'dict' in object && String(object.dict).includes('/Subtype /Image'))
  expect(images).toHaveLength(1)
  await expect(renderTemplate(await input({ values: { who: red } }))).rejects.toThrow('who is no picture')
})

test('title, language, days and tags are set, and the same input gives the same bytes', async () => {
  const one = await renderTemplate(await input({ mark: 'TEST' }))
  const again = await renderTemplate(await input({ mark: 'TEST' }))
  expect(Buffer.compare(one.bytes, again.bytes)).toBe(0)
  const document = await PDFDocument.load(one.bytes, { updateMetadata: false })
  expect(document.getTitle()).toBe('Beleg & mehr')
  expect(document.getCreationDate()).toEqual(new Date('2026-11-23T09:00:00.000Z'))
  expect(String(document.catalog.get(PDFName.of('Lang')))).toContain('de')
  expect(String(document.catalog.lookup(PDFName.of('MarkInfo')))).toContain('/Marked true')
  expect(Buffer.from(one.bytes).toString('latin1')).toContain(
    '<rdf:li xml:lang="x-default">Beleg &amp; mehr</rdf:li>',
  )
})

test('fields are found with their kind and longest text', async () => {
  expect(
    (await findFields(await form()))!.fields.map(({ name, type, max_length }) => [name, type, max_length]),
  ).toEqual([
    ['name', 'text', 12],
    ['agreed', 'checkbox', null],
    ['address', 'lines', null],
    ['send', 'other', null],
  ])
})

test('concurrent renderings, one per process, give the same bytes', async () => {
  const renderer = openRenderer({ atOnce: 2, perProcess: 1 })
  try {
    const made = await Promise.all(Array.from({ length: 4 }, async () => renderer.render(await input())))
    const { bytes } = await renderTemplate(await input())
    expect(made.map((one) => Buffer.compare(one.bytes, bytes))).toEqual([0, 0, 0, 0])
  } finally {
    renderer.close()
  }
})

test('a separate process makes the same bytes; a damaged or slow template fails without affecting others', async () => {
  const renderer = openRenderer()
  try {
    const broken = renderer.render(await input({ pdf: Buffer.from('%PDF-1.7 no more') }))
    await expect(broken).rejects.toThrow(RenderFailed)
    const { bytes } = await renderer.render(await input())
    expect(Buffer.compare(bytes, (await renderTemplate(await input())).bytes)).toBe(0)
  } finally {
    renderer.close()
  }
  const hasty = openRenderer({ processorMs: 0 })
  await expect(hasty.render(await input())).rejects.toThrow('processor_time')
  hasty.close()
})
