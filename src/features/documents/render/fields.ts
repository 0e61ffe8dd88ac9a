import {
  PDFCheckBox,
  type PDFDocument,
  PDFDropdown,
  type PDFField,
  PDFSignature,
  PDFTextField,
  type PDFWidgetAnnotation,
} from '@cantoo/pdf-lib'
import type { Box, FieldType, FoundField, FoundPdf } from '../places.ts'
import { loadPdf } from './load.ts'

/** The pages of a PDF and the fields in them, in the order in which they are read; undefined where a page lies on its side. */
export async function findFields(bytes: Uint8Array): Promise<FoundPdf | undefined> {
  const document = await loadPdf(bytes)
  const pages = document.getPages()
  if (pages.some((page) => page.getRotation().angle % 360 !== 0)) return undefined
  const fields = document
    .getForm()
    .getFields()
    .map((field) => found(document, field))
    .filter(({ places }) => places.length > 0)
  return { pages: pages.map((page) => page.getCropBox()), fields: fields.toSorted(inReadingOrder) }
}

function found(document: PDFDocument, field: PDFField): FoundField {
  return {
    name: field.getName(),
    type: typeOf(field),
    max_length: (field instanceof PDFTextField && field.getMaxLength()) || null,
    places: placesOf(document, field),
  }
}

export function typeOf(field: PDFField): FieldType {
  if (field instanceof PDFTextField) return field.isMultiline() ? 'lines' : 'text'
  if (field instanceof PDFCheckBox) return 'checkbox'
  if (field instanceof PDFSignature) return 'signature'
  return field instanceof PDFDropdown ? 'text' : 'other'
}

/** Where a field stands: it may be on several pages. Places without size or page are none. */
export function placesOf(document: PDFDocument, field: PDFField): ({ page: number } & Box)[] {
  return field.acroField.getWidgets().flatMap((widget) => {
    const page = pageOf(document, widget)
    const { x, y, width, height } = widget.getRectangle()
    if (page === undefined || width === 0 || height === 0) return []
    return {
      page,
      x: Math.min(x, x + width),
      y: Math.min(y, y + height),
      width: Math.abs(width),
      height: Math.abs(height),
    }
  })
}

/** The page that a place belongs to, counted from 1: it names it itself, or the page lists it. */
function pageOf(document: PDFDocument, widget: PDFWidgetAnnotation): number | undefined {
  const pages = document.getPages()
  const named = widget.P()
  const ref = document.context.getObjectRef(widget.dict)
  const at = pages.findIndex(
    (page) => page.ref === named || (ref !== undefined && page.node.Annots()?.asArray().includes(ref)),
  )
  return at < 0 ? undefined : at + 1
}

/** By the upper edge of the first place, in steps of a few points so that a line is read from the left. */
function inReadingOrder(a: FoundField, b: FoundField): number {
  const [one, other] = [a.places[0]!, b.places[0]!]
  const line = (box: Box) => Math.round((box.y + box.height) / 8)
  return one.page - other.page || line(other) - line(one) || one.x - other.x
}
