import type { Cell } from '#shared/reading/row.ts'

/** Parts of a sheet that its readers do not see. */
export type HiddenParts = { rows: boolean; columns: number[] }

/**
 * Facts that the workbook reader does not report: hidden rows and columns, and numbers shown as percentages or with
 * leading zeros. Collected from the XML during the limit check, so that it is not parsed twice.
 */
export type SheetFacts = {
  isHidden: (row: number) => boolean
  /** Hidden parts of the sheet: whether rows with cells are hidden, and the hidden columns, from 0. */
  hidden: () => HiddenParts
  /** A number as the sheet shows it; other cells unchanged. `row` and `column` count from 0. */
  shown: (cell: Cell, row: number, column: number) => Cell
}

/** A number format whose numbers must not be read as stored. */
export type NumberShape = { kind: 'percent' } | { kind: 'zeros'; digits: number }

const attributes = {
  r: /\sr="([^"]*)"/,
  s: /\ss="([^"]*)"/,
  numFmtId: /\snumFmtId="([^"]*)"/,
  formatCode: /\sformatCode="([^"]*)"/,
  min: /\smin="([^"]*)"/,
  max: /\smax="([^"]*)"/,
}
const isHiddenTag = (tag: string) => /\shidden="(?:1|true)"/.test(tag)
const attribute = (tag: string, name: keyof typeof attributes) => attributes[name].exec(tag)?.[1]
const tagsOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<(?:\\w+:)?${name}\\b[^<>]*>`, 'g'))].map(([tag]) => tag)

/** Formats of a workbook's cell styles by index; empty if none needs special care. */
export function shapesOf(styles: string): Map<number, NumberShape> {
  // Percentages are built-in formats of every workbook.
  const formats = new Map<string, NumberShape>([
    ['9', { kind: 'percent' }],
    ['10', { kind: 'percent' }],
  ])
  for (const tag of tagsOf(styles, 'numFmt')) {
    const shape = shapeOf(attribute(tag, 'formatCode') ?? '')
    const id = attribute(tag, 'numFmtId')
    if (id === undefined) continue
    if (shape) formats.set(id, shape)
    else formats.delete(id)
  }
  const cells = /<(?:\w+:)?cellXfs\b/.exec(styles)
  const end = styles.search(/<\/(?:\w+:)?cellXfs>/)
  const shapes = new Map<number, NumberShape>()
  if (!cells || end < cells.index) return shapes
  tagsOf(styles.slice(cells.index, end), 'xf').forEach((tag, at) => {
    const shape = formats.get(attribute(tag, 'numFmtId') ?? '')
    if (shape) shapes.set(at, shape)
  })
  return shapes
}

function shapeOf(code: string): NumberShape | undefined {
  const bare = code
    .replaceAll('&quot;', '"')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/"[^"]*"|\\./g, 'x')
    .split(';')[0]!
  if (bare.includes('%')) return { kind: 'percent' }
  return /^0{2,20}$/.test(bare) ? { kind: 'zeros', digits: bare.length } : undefined
}

/** A bit set of row numbers: a sheet may hide a million rows. */
function rowSet() {
  let bits = new Uint8Array(64)
  return {
    add(row: number) {
      if (row >> 3 >= bits.length) {
        const larger = new Uint8Array(Math.max(bits.length * 2, (row >> 3) + 1))
        larger.set(bits)
        bits = larger
      }
      bits[row >> 3]! |= 1 << (row & 7)
    },
    has: (row: number) => ((bits[row >> 3] ?? 0) & (1 << (row & 7))) !== 0,
  }
}

const mostRows = 1_048_576
/** Number of columns whose styles are tracked; wider sheets hold no importable table. */
const mostColumns = 1_000

/** Collects the facts of one sheet; `take` receives its XML in chunks. */
export function sheetFacts(shapes: ReadonlyMap<number, NumberShape>) {
  const hidden = rowSet()
  // Rows per column and style: usually a whole column has one style.
  const styled = new Map<number, Map<number, ReturnType<typeof rowSet>>>()
  const hiddenColumns = new Set<number>()
  let hidesRows = false
  const names = shapes.size > 0 ? 'row|col|c' : 'row|col'
  const tags = new RegExp(`<(?:\\w+:)?(${names})(\\s[^<>]*)>`, 'g')
  let rest = ''
  let row = -1
  const take = (piece: string) => {
    const xml = rest + piece
    const open = xml.lastIndexOf('<')
    const isCut = open >= 0 && xml.indexOf('>', open) < 0
    rest = isCut ? xml.slice(open) : ''
    for (const [, name, said] of (isCut ? xml.slice(0, open) : xml).matchAll(tags)) {
      if (name === 'col') {
        const [first, last] = [Number(attribute(said!, 'min')), Number(attribute(said!, 'max'))]
        for (let at = first; isHiddenTag(said!) && at <= Math.min(last, mostColumns); at++)
          hiddenColumns.add(at - 1)
        continue
      }
      if (name === 'row') {
        row = Number(attribute(said!, 'r') ?? row + 2) - 1
        if (!isHiddenTag(said!) || row < 0 || row >= mostRows) continue
        hidden.add(row)
        // An empty row is a self-closing tag.
        hidesRows ||= !said!.endsWith('/')
        continue
      }
      const style = Number(attribute(said!, 's') ?? -1)
      if (!shapes.has(style)) continue
      const place = /^([A-Z]{1,3})(\d{1,7})$/.exec(attribute(said!, 'r') ?? '')
      const column = place ? columnOf(place[1]!) : mostColumns
      if (column >= mostColumns || row < 0 || row >= mostRows) continue
      const styles = styled.get(column) ?? new Map<number, ReturnType<typeof rowSet>>()
      const rows = styles.get(style) ?? rowSet()
      rows.add(row)
      styled.set(column, styles.set(style, rows))
    }
  }
  const facts: SheetFacts = {
    isHidden: hidden.has,
    hidden: () => ({ rows: hidesRows, columns: [...hiddenColumns].toSorted((one, other) => one - other) }),
    shown(cell, at, column) {
      if (typeof cell !== 'number') return cell
      for (const [style, rows] of styled.get(column) ?? [])
        if (rows.has(at)) return asShown(cell, shapes.get(style)!)
      return cell
    },
  }
  return { take, facts }
}

function columnOf(letters: string): number {
  let column = 0
  for (let at = 0; at < letters.length; at++) column = column * 26 + letters.charCodeAt(at) - 64
  return column - 1
}

function asShown(value: number, shape: NumberShape): Cell {
  // As many digits as the number has: 0.07 × 100 is 7.000000000000001.
  if (shape.kind === 'percent') return `${Number((value * 100).toPrecision(12))} %`
  if (!Number.isSafeInteger(value) || value < 0) return value
  return String(value).padStart(shape.digits, '0')
}
