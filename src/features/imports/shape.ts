import { type ImportField, importFields } from './columns/fields.ts'
import type { Cell } from '#shared/reading/row.ts'

/** A piece of a field's value: a text for all rows, a whole column, or a part of one (by separator or by position from 1). */
export type Part =
  | { constant: string }
  | {
      column: number
      /** `part` counts from 1; below zero from the end. */
      split?: { separator: string; part: number } | undefined
      slice?: { from: number; length: number } | undefined
    }

/** What a field is made of: parts, joined where they are not empty. */
export type Expression = { parts: Part[]; join: string }

/** Fields that are more than one column as it is. */
export type Values = Partial<Record<ImportField, Expression>>

/** How a cell is looked at to leave its row out. */
export const skipTests = ['is', 'is_not', 'empty', 'contains'] as const

/** Leaves out rows whose cell in a column is that text, is another, holds it, or is empty; capital letters do not matter. */
export type SkipRule = { column: number; test: (typeof skipTests)[number]; text: string }

/** Why rows of a file are no data: blank, sums of other rows, or left out by a rule of the person importing. */
export const leftOutKinds = ['blank', 'sums', 'skipped'] as const
export type LeftOut = Record<(typeof leftOutKinds)[number], number>

/** A row's value for a field. A column as it is stays the cell it is, a number as well. */
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

/** True when a rule leaves this row out. */
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

/** True for a word that stands before a sum: `Summe`, `Gesamt 2019:`, `Total`. */
export const isSumWord = (cell: Cell): boolean => typeof cell === 'string' && sumWord.test(cell.trim())

/** The columns of a file that an expression reads. */
export function columnsOf({ parts }: Expression): number[] {
  return parts.flatMap((part) => ('column' in part ? [part.column] : []))
}

/** Fields of a mapping that come from more than one column as it is, in the order of the fields. */
export function valueFields(values: Values | undefined): ImportField[] {
  return importFields.filter((field) => values?.[field])
}
