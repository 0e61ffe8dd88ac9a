import { addAmountEvidence, type AmountEvidence, noAmountEvidence } from '#shared/reading/amounts.ts'
import { addDateEvidence, type DateEvidence, noDateEvidence } from '#shared/reading/dates.ts'
import type { Mapping } from './mapping.ts'
import type { Cell } from '#shared/reading/row.ts'
import { valueOf } from '../shape.ts'
import type { ImportField } from './fields.ts'

/** Evidence of the mapped columns on number and date formats; it grows with every row. */
export type ColumnEvidence = {
  amount: AmountEvidence
  applied_amount: AmountEvidence
  date: DateEvidence
  starts_on: DateEvidence
  ends_on: DateEvidence
}

export function noEvidence(): ColumnEvidence {
  return {
    amount: noAmountEvidence(),
    applied_amount: noAmountEvidence(),
    date: noDateEvidence(),
    starts_on: noDateEvidence(),
    ends_on: noDateEvidence(),
  }
}

/** Adds one row (not the header) to the evidence, in place. The evidence is complete once every row was added. */
export function addEvidence(evidence: ColumnEvidence, mapping: Mapping, cells: readonly Cell[]): void {
  for (const field of ['amount', 'applied_amount'] as const) {
    addAmountEvidence(evidence[field], cellAt(mapping, cells, field))
  }
  for (const field of ['date', 'starts_on', 'ends_on'] as const) {
    addDateEvidence(evidence[field], cellAt(mapping, cells, field))
  }
}

export function isMapped(
  { columns, values }: Pick<Mapping, 'columns' | 'values'>,
  field: ImportField,
): boolean {
  return columns[field] !== undefined || values?.[field] !== undefined
}

export function cellAt(mapping: Mapping, cells: readonly Cell[], field: ImportField): Cell {
  const made = mapping.values?.[field]
  if (made) return valueOf(made, cells)
  const column = mapping.columns[field]
  return column === undefined ? '' : (cells[column] ?? '')
}
