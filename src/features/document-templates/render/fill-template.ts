import { createHash } from 'node:crypto'
import {
  degrees,
  PDFButton,
  PDFCheckBox,
  type PDFDocument,
  PDFDict,
  PDFDropdown,
  type PDFFont,
  PDFName,
  type PDFPage,
  PDFRadioGroup,
  type PDFRef,
  PDFSignature,
  PDFTextField,
  PDFWidgetAnnotation,
  rgb,
} from '#server/formats/pdf-lib.js'
import { fontBytes, fontReader } from '#server/formats/fonts.ts'
import { visualRuns, visualSigns } from '#server/formats/bidi-text.ts'
import { type Fit, fitComb, fitText, inset, leading } from '../fit-text.ts'
import { formatValue } from '../format-value.ts'
import type { Box, Format, Mapping, OwnFormat, Size } from '../places.ts'
import type { TokenValue, TokenValues } from '../tokens.ts'
import { type AnnexLine, drawAnnexAlone } from './built-in-layout.ts'
import { type Align, type Comb, isHidden, type Target, targetsIn } from './fields.ts'
import { drawable, measure, unknownLetters } from './font.ts'
import { drawImage } from './draw-image.ts'
import { loadPdf } from './load-pdf.ts'
import { describeDocument, identify } from './metadata.ts'
import { beginTags } from './tags.ts'
import { onPage, type RotatedBox, upright } from './rotation.ts'

/** Input of one document. The same input gives the same bytes. */
export type RenderInput = {
  pdf: Uint8Array
  mapping: Mapping
  /** By token; a picture is handed over as its bytes (PNG or JPEG). */
  values: Readonly<Record<string, TokenValue | Uint8Array | null>>
  /** The gifts of a collective receipt: listed on separate pages after those of the template. */
  annex?: AnnexLine[]
  /** A word across each page: TEST, ZWEITSCHRIFT. */
  mark: string | null
  title: string
  language: 'de' | 'en'
  /** The instant stored in the file as its creation. */
  when: string
}

/** A value that could not be written properly: too long for its place, or with letters that the font lacks. */
export type RenderProblem = { place: string; token: string; reason: 'too_long' | 'letters'; letters: string }
export type Rendered = { bytes: Uint8Array; pages: number; problems: RenderProblem[] }

type Place = {
  key: string
  token: string
  format: Format
  size: Size
  longest: number | null
  comb: Comb | null
  align: Align
  own?: OwnFormat
  page: number
} & RotatedBox

const ink = rgb(0, 0, 0)
/** Cap height above the baseline, as a fraction of the size. */
const capital = 0.73

/**
 * Fills a template's fields and placed tokens. It embeds a subset of the font, flattens the form and sets title and
 * language. Unsupported text is not drawn but reported in `problems`.
 */
export async function renderTemplate(input: RenderInput): Promise<Rendered> {
  const document = await loadPdf(input.pdf)
  document.registerFontkit(fontReader)
  const font = await document.embedFont(fontBytes('regular'), { subset: true })
  const targets = new Map(targetsIn(document).map((target) => [target.name, target]))
  const places = placesIn(targets, input.mapping)
  const filled = input.mapping.fields.flatMap(({ field }) => targets.get(field)?.fields ?? [])
  flatten(document, new Set(filled.map(({ ref }) => ref)), font)
  if (input.annex) await addAnnex(document, input.values, input.annex)
  const tags = beginTags(document, input.language)
  const problems: RenderProblem[] = []
  for (const place of places) {
    const page = document.getPages()[place.page - 1]
    if (!page) continue
    const value = input.values[place.token]
    if (place.format === 'image') {
      if (value instanceof Uint8Array)
        await tags.figure(page, place.token, () => drawImage(document, page, place, value))
      continue
    }
    if (value instanceof Uint8Array) throw new TypeError(`${place.token} is no picture`)
    const written = formatValue(value, place.format, place.own)
    if (written === '' || written === false) continue
    problems.push(...problemsOf(place, written))
    const draw = drawer(page, place, font)
    tags.text(page, () => (written === true ? check(place, draw) : write(place, written, draw)))
  }
  if (input.mark)
    for (const page of document.getPages()) tags.artifact(page, () => drawMark(page, input.mark!, font))
  tags.end()
  describeDocument(document, input)
  identify(document, fingerprint(input))
  const pages = document.getPageCount()
  return { bytes: await document.save({ updateFieldAppearances: false }), pages, problems }
}

/** Adds the list of a collective receipt's gifts after the pages of its template, in the built-in layout. */
async function addAnnex(document: PDFDocument, values: RenderInput['values'], annex: AnnexLine[]) {
  const said: TokenValues = {}
  for (const [token, value] of Object.entries(values))
    if (value !== null && !(value instanceof Uint8Array)) said[token] = value
  const pages = await loadPdf(await drawAnnexAlone({ values: said, annex }))
  for (const page of await document.copyPages(pages, pages.getPageIndices())) document.addPage(page)
}

/** A text laid out in its place, for the editor: its size, and whether it fits. */
export function fitWritten(text: string, box: Box, { format, size }: Pick<Place, 'format' | 'size'>): Fit {
  return fitText(drawable(text), box, size, measure, format === 'lines')
}

/** Places of the mapping in the order in which they are drawn; fields that are gone have none. */
function placesIn(targets: ReadonlyMap<string, Target>, { fields, placed }: Mapping): Place[] {
  const inFields = fields.flatMap(({ field: key, format, ...rest }) => {
    const { places = [], own_format: own } = targets.get(key) ?? {}
    return places.map(({ opposite, ...place }) => ({
      ...rest,
      ...place,
      ...(own && { own }),
      key,
      format: opposite ? oppositeOf(format) : format,
    }))
  })
  return [...inFields, ...placed.map(({ id, ...rest }) => ({ ...rest, key: id, ...plain }))]
}

/** Defaults of a place without settings from a form. */
const plain = { longest: null, comb: null, align: 'left', turn: 0 } as const

const oppositeOf = (format: Format): Format =>
  format === 'checked_yes' ? 'checked_no' : format === 'checked_no' ? 'checked_yes' : format

/** A text in the cells of its place; undefined when there are none, or fewer than characters. */
function inCells(written: string, place: Place): Fit | undefined {
  if (!place.comb) return undefined
  const signs = visualSigns(drawable(written).split('\n').join(', '))
  return fitComb(signs, upright(place), place.size, measure, place.comb.cells)
}

function problemsOf(place: Place, written: string | true): RenderProblem[] {
  if (written === true) return []
  const { key, token, longest } = place
  const letters = unknownLetters(written.normalize('NFC'))
  const problems: RenderProblem[] = letters === '' ? [] : [{ place: key, token, reason: 'letters', letters }]
  const tooLong = place.comb
    ? !inCells(written, place)?.fits
    : (longest !== null && Array.from(written).length > longest) ||
      !fitWritten(written, upright(place), place).fits
  return tooLong ? [...problems, { place: key, token, reason: 'too_long', letters: '' }] : problems
}

type Draw = (text: string, along: number, up: number, size: number) => void

/** Draws text at a point of a place, along the place. */
const drawer =
  (page: PDFPage, place: Place, font: PDFFont): Draw =>
  (text, along, up, size) => {
    let at = along
    for (const run of visualRuns(text)) {
      const style = { size, font, color: ink, ...(place.turn !== 0 && { rotate: degrees(place.turn) }) }
      page.drawText(run, { ...onPage(place, at, up), ...style })
      at += measure(run) * size
    }
  }

/** A single line is centred vertically; several start at the top. */
function write(place: Place, written: string, draw: Draw): void {
  const cells = inCells(written, place)
  if (place.comb && cells) return writeInCells(place, place.comb, cells, draw)
  const { width, height } = upright(place)
  const { lines, points } = fitWritten(written, upright(place), place)
  const first = place.format !== 'lines' ? (height - capital * points) / 2 : height - inset / 2 - points
  for (const [at, line] of lines.entries()) {
    const free = width - measure(line) * points
    const along = place.align === 'left' ? inset : place.align === 'right' ? free - inset : free / 2
    if (line !== '') draw(line, along, first - at * leading * points, points)
  }
}

function writeInCells(place: Place, comb: Comb, { lines, points }: Fit, draw: Draw): void {
  const { width, height } = upright(place)
  const wide = width / comb.cells
  const free = comb.cells - lines.length
  const first = place.align === 'left' ? 0 : place.align === 'right' ? free : Math.floor(free / 2)
  for (const [at, sign] of lines.entries()) {
    const along = (first + at + 0.5) * wide - (measure(sign) * points) / 2
    if (sign !== ' ') draw(sign, along, (height - capital * points) / 2, points)
  }
}

/** A cross in the middle of its box: a letter, so that it is found in the text as well. */
function check(place: Place, draw: Draw): void {
  const { width, height } = upright(place)
  const size = Math.min(width, height) * 0.9
  draw('X', (width - measure('X') * size) / 2, (height - capital * size) / 2, size)
}

/** The word from the lower left to the upper right of a page, light enough to read what is beneath. */
function drawMark(page: PDFPage, word: string, font: PDFFont): void {
  const { x, y, width, height } = page.getCropBox()
  const text = drawable(word)
  const slope = Math.atan2(height, width)
  const size = Math.min((Math.hypot(width, height) * 0.7) / measure(text), 140)
  const [along, across] = [(measure(text) * size) / 2, (capital * size) / 2]
  page.drawText(text, {
    x: x + width / 2 - along * Math.cos(slope) + across * Math.sin(slope),
    y: y + height / 2 - along * Math.sin(slope) - across * Math.cos(slope),
    size,
    font,
    color: rgb(0.75, 0.22, 0.17),
    opacity: 0.22,
    rotate: degrees((slope * 180) / Math.PI),
  })
}

/**
 * Flattens the form: filled fields are drawn over, other fields keep their look, and buttons, signature fields and
 * hidden parts are removed.
 */
function flatten(document: PDFDocument, filled: ReadonlySet<PDFRef>, font: PDFFont): void {
  const form = document.getForm()
  dropHidden(document)
  for (const field of form.getFields()) {
    if (field instanceof PDFButton || field instanceof PDFSignature) form.removeField(field)
    else if (filled.has(field.ref) && field instanceof PDFTextField) {
      field.disableRichFormatting()
      field.setText(undefined)
      field.updateAppearances(font)
    } else if (filled.has(field.ref) && field instanceof PDFDropdown) {
      field.clear()
      field.updateAppearances(font)
    } else if (filled.has(field.ref) && field instanceof PDFCheckBox) {
      field.uncheck()
    } else if (filled.has(field.ref) && field instanceof PDFRadioGroup) {
      field.clear()
    } else if (field.needsAppearancesUpdate()) field.defaultUpdateAppearances(font)
  }
  form.flatten({ updateFieldAppearances: false })
  document.catalog.delete(PDFName.of('AcroForm'))
}

/** Takes hidden widgets off their fields and pages: flattening would draw them. */
function dropHidden(document: PDFDocument): void {
  for (const page of document.getPages()) {
    const annotations = page.node.Annots()
    for (let at = (annotations?.size() ?? 0) - 1; at >= 0; at--) {
      const one = annotations!.lookup(at)
      const isWidget = one instanceof PDFDict && one.lookup(PDFName.of('Subtype')) === PDFName.of('Widget')
      if (isWidget && isHidden(PDFWidgetAnnotation.fromDict(one))) annotations!.remove(at)
    }
  }
  for (const { acroField, ref } of document.getForm().getFields())
    for (const [at, widget] of [...acroField.getWidgets().entries()].toReversed()) {
      if (!isHidden(widget)) continue
      const own = document.context.getObjectRef(widget.dict)
      acroField.removeWidget(at)
      if (own && own !== ref) document.context.delete(own)
    }
}

/** A hash of the input, used as the document's id. */
function fingerprint({ pdf, values, ...rest }: RenderInput): string {
  const hash = createHash('sha256').update(pdf).update(JSON.stringify(rest))
  for (const [token, value] of Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`\0${token}\0`).update(value instanceof Uint8Array ? value : JSON.stringify(value))
  return hash.digest('hex').slice(0, 32)
}
