import { type ImportField, importFields } from './columns/fields.ts'
import type { Cell } from '#shared/reading/row.ts'

/** A part of a field's value: a constant, a whole column, or a part of one (by separator, or by position from 1). */
export type Part =
  | { constant: string }
  | {
      column: number
      /** `part` counts from 1; negative numbers count from the end. */
      split?: { separator: string; part: number } | undefined
      slice?: { from: number; length: number } | undefined
    }

/** The parts of a field, joined where they are not empty. */
export type Expression = { parts: Part[]; join: string }

export type Values = Partial<Record<ImportField, Expression>>

/** Tests on a cell to leave out its row. */
export const skipTests = ['is', 'is_not', 'empty', 'contains'] as const

/** Leaves out rows whose cell in a column equals, differs from or contains the text, or is empty; case is ignored. */
export type SkipRule = { column: number; test: (typeof skipTests)[number]; text: string }

/** Why rows are no data: blank, totals of other rows, or left out by a person's rule. */
export const leftOutKinds = ['blank', 'sums', 'skipped'] as const
export type LeftOut = Record<(typeof leftOutKinds)[number], number>

/** A row's value for a field. A single column keeps the cell, even a number. */
export function valueOf({ parts, join }: Expression, cells: readonly Cell[]): Cell {
  const [only] = parts
  if (parts.length === 1 && 'column' in only! && !only.split && !only.slice) return cells[only.column] ?? ''
  return parts
    .map((part) => textOfPart(part, cells))
    .filter((text) => text !== '')
    .join(join)
}

function textOfPart(part: Part, cells: readonly Cell[]): string {
  if ('constant' in part) return part.constant
  let text = String(cells[part.column] ?? '').trim()
  if (part.split) text = text.split(part.split.separator).at(at(part.split.part))?.trim() ?? ''
  if (part.slice) {
    const from = part.slice.from - 1
    text = Array.from(text)
      .slice(from, from + part.slice.length)
      .join('')
      .trim()
  }
  return text
}

const at = (place: number) => (place > 0 ? place - 1 : place)

export function isSkipped(rules: readonly SkipRule[], cells: readonly Cell[]): boolean {
  return rules.some((rule) => {
    const cell = String(cells[rule.column] ?? '')
      .trim()
      .toLowerCase()
    const text = rule.text.trim().toLowerCase()
    if (rule.test === 'empty') return cell === ''
    if (text === '') return false
    if (rule.test === 'contains') return cell.includes(text)
    return (cell === text) === (rule.test === 'is')
  })
}

const sumWord =
  /^(?:(?:gesamt|end|zwischen|teil)?summe|gesamt|gesamtbetrag|insgesamt|total|sub ?total|grand total|sum|übertrag)\b(?: (?:\d{4}|eur|euro|€))?[:\s]*$/iu

/** True for a word that marks a total: `Summe`, `Gesamt 2019:`, `Total`. */
export const isSumWord = (cell: Cell): boolean => typeof cell === 'string' && sumWord.test(cell.trim())

/** The columns that an expression reads. */
export function columnsOf({ parts }: Expression): number[] {
  return parts.flatMap((part) => ('column' in part ? [part.column] : []))
}

/** Fields of a mapping that are more than one unchanged column, in field order. */
export function valueFields(values: Values | undefined): ImportField[] {
  return importFields.filter((field) => values?.[field])
}
