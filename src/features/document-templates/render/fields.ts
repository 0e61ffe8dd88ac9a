import {
  AcroTextFlags,
  PDFArray,
  PDFCheckBox,
  PDFDict,
  type PDFDocument,
  PDFDropdown,
  type PDFField,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRadioGroup,
  PDFSignature,
  PDFString,
  PDFTextField,
  type PDFWidgetAnnotation,
} from '#server/formats/pdf-lib.js'
import type { Box, FieldType, FoundField, FoundPdf, OwnFormat } from '../places.ts'
import { fieldCall, scriptText } from '#features/document-reading/reading/field-scripts.ts'
import { loadPdf } from './load-pdf.ts'

export type Comb = { cells: number }
/** Alignment of a text that is shorter than its field or comb. */
export type Align = 'left' | 'center' | 'right'
/** Rotation of a field's content in degrees, counter-clockwise. */
export type Turn = 0 | 90 | 180 | 270

/** One widget of a field: its position in points, and its limits. */
export type FieldPlace = {
  page: number
  /** Maximum number of letters; null when the form sets none. */
  longest: number | null
  comb: Comb | null
  align: Align
  turn: Turn
  /** The *no* of a field that has a *yes*: checked by the opposite condition. */
  opposite: boolean
} & Box

/**
 * The target of a mapping: all field objects of one name, or one value of a group of boxes. A group of *yes* and *no*
 * is one target; any other group is a target for each value, named `field: value`.
 */
export type Target = {
  name: string
  type: FieldType
  max_length: number | null
  own_format?: OwnFormat
  fields: PDFField[]
  places: FieldPlace[]
}

/** The pages of a PDF and the fields in them, in the order in which they are read. */
export async function findFields(bytes: Uint8Array): Promise<FoundPdf> {
  const document = await loadPdf(bytes)
  const pages = document.getPages()
  const fields = targetsIn(document)
    .filter(({ places }) => places.length > 0)
    .map(found)
  return { pages: pages.map((page) => page.getCropBox()), fields: fields.toSorted(inReadingOrder) }
}

const found = ({ name, type, max_length, own_format, places }: Target): FoundField => ({
  name,
  type,
  ...(own_format && { own_format }),
  max_length,
  places: places.map(({ page, x, y, width, height }) => ({ page, x, y, width, height })),
})

/** Fillable targets of a PDF, each with a unique name, in the order of the form. */
export function targetsIn(document: PDFDocument): Target[] {
  const byName = Map.groupBy(document.getForm().getFields(), (field) => field.getName())
  const taken = new Set(byName.keys())
  return [...byName].flatMap(([name, all]) => {
    // Fields of one name are one field, unless a form gives the name to different kinds: then the first one counts.
    const kind = kindOf(all[0]!)
    const fields = all.filter((field) => kindOf(field) === kind)
    return kind === 'box' ? boxesOf(document, name, fields, taken) : [textOf(document, name, fields)]
  })
}

function kindOf(field: PDFField): 'box' | 'text' | 'signature' | 'other' {
  if (field instanceof PDFCheckBox || field instanceof PDFRadioGroup) return 'box'
  if (field instanceof PDFTextField || field instanceof PDFDropdown) return 'text'
  return field instanceof PDFSignature ? 'signature' : 'other'
}

function textOf(document: PDFDocument, name: string, fields: PDFField[]): Target {
  const type = typeOf(fields[0]!)
  const places = fields.flatMap((field) => {
    const [longest, comb] = [longestOf(field), combOf(field)]
    return field.acroField
      .getWidgets()
      .flatMap((widget) =>
        placeOf(document, widget).map((place) => ({ ...place, align: alignOf(field, widget) })),
      )
      .map((place) => ({ ...place, longest, comb, opposite: false }))
  })
  const limits = fields.map(longestOf).filter((longest) => longest !== null)
  const own_format = fields.map(ownFormat).find((one) => one !== undefined)
  const max_length = limits.length === 0 ? null : Math.min(...limits)
  return { name, type, max_length, ...(own_format && { own_format }), fields, places }
}

/** Patterns that `AFDate_Format` names by their number; the last two write a time as well. */
const datePatterns = 'm/d m/d/yy mm/dd/yy mm/yy d-mmm d-mmm-yy dd-mmm-yy yy-mm-dd mmm-yy mmmm-yy'.split(' ')
const longPatterns = ['mmm d, yyyy', 'mmmm d, yyyy']
/** Thousands separator and decimal separator, by the number that `AFNumber_Format` names. */
const separators = [
  [',', '.'],
  ['', '.'],
  ['.', ','],
  ['', ','],
  ['\u2019', '.'],
] as const

/** The format of a field's own script; undefined where it has none, or one that writes times or percentages. */
function ownFormat(field: PDFField): OwnFormat | undefined {
  const actions = inherited(field, 'AA')
  const action = actions instanceof PDFDict ? actions.lookup(PDFName.of('F')) : undefined
  const script = action instanceof PDFDict ? action.lookup(PDFName.of('JS')) : undefined
  const call = fieldCall(scriptText(script))
  const [first, style, , , currency = '', isFirst = false] = call?.arguments ?? []
  if (call?.name === 'AFDate_FormatEx' || call?.name === 'AFDate_Format') {
    const pattern = typeof first === 'number' ? [...datePatterns, ...longPatterns][first] : first
    const isDay =
      typeof pattern === 'string' && /y/.test(pattern) && /d/.test(pattern) && !/[hHMst]|ddd/.test(pattern)
    return isDay ? { day: pattern } : undefined
  }
  const signs = typeof style === 'number' ? separators[style] : undefined
  if (call?.name !== 'AFNumber_Format' || typeof first !== 'number' || !signs) return undefined
  return {
    decimals: Math.min(Math.max(0, Math.trunc(first)), 10),
    group: signs[0],
    decimal: signs[1],
    currency: String(currency),
    currency_first: isFirst === true,
  }
}

function typeOf(field: PDFField): FieldType {
  if (field instanceof PDFTextField) return field.isMultiline() ? 'lines' : 'text'
  if (field instanceof PDFSignature) return 'signature'
  return field instanceof PDFDropdown ? 'text' : 'other'
}

/** An attribute of a field object, inherited from its parents when missing. */
const inherited = (field: PDFField, key: string) =>
  field.doc.context.lookup(field.acroField.getInheritableAttribute(PDFName.of(key)))

function longestOf(field: PDFField): number | null {
  const length = field instanceof PDFTextField ? inherited(field, 'MaxLen') : undefined
  const said = length instanceof PDFNumber ? length.asNumber() : 0
  return Number.isInteger(said) && said > 0 ? said : null
}

/** Multi-line, password and file fields have no comb, whatever else they say (ISO 32000, 12.7.4.3). */
const { Comb: combed, Multiline, Password, FileSelect } = AcroTextFlags

function combOf(field: PDFField): Comb | null {
  const cells = longestOf(field)
  const said = field.acroField.getFlags() & (combed | Multiline | Password | FileSelect)
  return cells === null || said !== (combed as number) ? null : { cells }
}

/** A widget may override the alignment of its field. */
function alignOf(field: PDFField, widget: PDFWidgetAnnotation): Align {
  const own = widget.dict.lookup(PDFName.of('Q'))
  const side = own instanceof PDFNumber ? own : inherited(field, 'Q')
  const sides: Align[] = ['left', 'center', 'right']
  return sides[side instanceof PDFNumber ? side.asNumber() : 0] ?? 'left'
}

/** The rotation set in the widget's appearance characteristics; only right angles are supported. */
function turnOf(widget: PDFWidgetAnnotation): Turn {
  const looks = widget.dict.lookup(PDFName.of('MK'))
  const said = looks instanceof PDFDict ? looks.lookup(PDFName.of('R')) : undefined
  const turn = said instanceof PDFNumber ? ((said.asNumber() % 360) + 360) % 360 : 0
  return turn === 90 || turn === 180 || turn === 270 ? turn : 0
}

/** Check boxes and radio buttons of one name: one target if they share a value or mean yes and no, otherwise one per value. */
function boxesOf(document: PDFDocument, name: string, fields: PDFField[], taken: Set<string>): Target[] {
  const boxes = fields.flatMap((field) =>
    field.acroField.getWidgets().map((widget, at) => ({
      value: exportValue(field, widget, at),
      places: placeOf(document, widget),
    })),
  )
  const values = [...new Set(boxes.flatMap(({ value }) => value ?? []))]
  const target = (type: FieldType, places: FieldPlace[], called = name): Target => ({
    name: called,
    type,
    max_length: null,
    fields,
    places,
  })
  const placed = (those: typeof boxes, no?: string): FieldPlace[] =>
    those.flatMap(({ value, places }) =>
      places.map((place) => ({
        ...place,
        longest: null,
        comb: null,
        align: 'left' as const,
        opposite: no !== undefined && value === no,
      })),
    )
  if (values.length < 2) {
    const isCheckBox = fields.some((field) => field instanceof PDFCheckBox)
    return [target(isCheckBox || values.length === 1 ? 'checkbox' : 'other', placed(boxes))]
  }
  const no = noOf(values)
  if (no !== undefined)
    return [
      target(
        'checkbox',
        placed(
          boxes.filter(({ value }) => value !== undefined),
          no,
        ),
      ),
    ]
  return values.map((value) => {
    const those = boxes.filter((box) => box.value === value)
    return target('checkbox', placed(those), unused(`${name}: ${beginning(value)}`, taken))
  })
}

/** The part of a value that is used in a name. */
const beginning = (value: string) => Array.from(value).slice(0, 200).join('')

/** Returns a name that no other target has, and adds it to `taken`. */
function unused(name: string, taken: Set<string>): string {
  let free = name
  for (let count = 2; taken.has(free); count++) free = `${name} (${count})`
  taken.add(free)
  return free
}

// No figures: programs number boxes 0 and 1 without meaning no and yes.
const yesWords = new Set(['ja', 'j', 'yes', 'y', 'true', 'wahr'])
const noWords = new Set(['nein', 'n', 'no', 'false', 'falsch'])

/** Of two values that mean yes and no, returns the one for no. */
function noOf(values: readonly string[]): string | undefined {
  const [one = '', other = ''] = values.map((value) => value.toLowerCase())
  if (values.length !== 2) return undefined
  if (yesWords.has(one) && noWords.has(other)) return values[1]
  return noWords.has(one) && yesWords.has(other) ? values[0] : undefined
}

/** The value of a box: as its field lists it (`Opt`), otherwise the name of its checked appearance. */
function exportValue(field: PDFField, widget: PDFWidgetAnnotation, at: number): string | undefined {
  const listed = inherited(field, 'Opt')
  const said = listed instanceof PDFArray && at < listed.size() ? listed.lookup(at) : undefined
  const text = said instanceof PDFString || said instanceof PDFHexString ? decoded(said.asBytes()) : ''
  return shown(text) || shown(namedText(checkedName(widget)?.asBytes() ?? new Uint8Array())) || undefined
}

/** The name of the appearance that a box has when it is checked. */
function checkedName(widget: PDFWidgetAnnotation): PDFName | undefined {
  const looks = widget.dict.lookup(PDFName.of('AP'))
  const normal = looks instanceof PDFDict ? looks.lookup(PDFName.of('N')) : undefined
  return normal instanceof PDFDict ? normal.keys().find((key) => key !== PDFName.of('Off')) : undefined
}

/** Values become part of a name: on one line, without invisible characters. */
const shown = (value: string) =>
  value
    .normalize('NFC')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()

/** Text strings are UTF-16 or UTF-8 where they begin with its mark, and in the encoding of PDF otherwise. */
function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return new TextDecoder().decode(bytes)
  return PDFHexString.of(Buffer.from(bytes).toString('hex')).decodeText()
}

/** Names should be UTF-8; older programs write them as they write text strings. */
function namedText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decoded(bytes)
  }
}

/** Flags of an annotation (ISO 32000, 12.5.3). */
const flags = { hidden: 2, print: 4, noView: 32 }

/**
 * True for a widget that appears neither in print nor on screen: hidden, or NoView without Print. A widget that is only
 * shown on screen is not hidden, because documents are also read there.
 */
export function isHidden(widget: PDFWidgetAnnotation): boolean {
  const said = widget.dict.lookup(PDFName.of('F'))
  const set = said instanceof PDFNumber ? said.asNumber() : 0
  return (set & flags.hidden) !== 0 || ((set & flags.noView) !== 0 && (set & flags.print) === 0)
}

/** Position of a widget; none when it is hidden or has no size or page. */
function placeOf(document: PDFDocument, widget: PDFWidgetAnnotation): ({ page: number; turn: Turn } & Box)[] {
  if (isHidden(widget)) return []
  const page = pageOf(document, widget)
  const { x, y, width, height } = widget.getRectangle()
  if (page === undefined || width === 0 || height === 0) return []
  return [
    {
      page,
      turn: turnOf(widget),
      x: Math.min(x, x + width),
      y: Math.min(y, y + height),
      width: Math.abs(width),
      height: Math.abs(height),
    },
  ]
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
