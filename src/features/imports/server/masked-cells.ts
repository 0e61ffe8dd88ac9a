import type { Holder } from '#shared/permissions.ts'
import { seesBankDetails } from '#shared/personal-data.ts'
import type { Cell } from '#shared/reading/row.ts'
import type { ImportRecord } from './records.ts'

const bankFields = ['organization_iban', 'organization_bic', 'organization_bank_account_holder'] as const
const mask = '••••'
const namesBankDetails = /\b(?:iban|bic)\b|kontoinhaber|account.?holder/i
const looksLikeIban = /^[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?$/i

/**
 * Masks bank details in rows of a file for people who may not see them: columns mapped or named as bank details, and
 * every cell that looks like an IBAN.
 */
export function bankCellsFor(
  holder: Holder,
  { mapping, head }: Pick<ImportRecord, 'mapping' | 'head'>,
): (cells: readonly Cell[]) => Cell[] {
  if (seesBankDetails(holder)) return (cells) => [...cells]
  const mapped = new Set(bankFields.map((field) => mapping.columns[field]))
  const named = new Set(head.columns.flatMap((name, at) => (namesBankDetails.test(name) ? [at] : [])))
  // The heading itself stays readable.
  const isHeading = (cell: string) => namesBankDetails.test(cell)
  return (cells) =>
    cells.map((cell, column) => {
      const text = String(cell).trim()
      if (text === '' || isHeading(text)) return cell
      return mapped.has(column) || named.has(column) || looksLikeIban.test(text) ? mask : cell
    })
}
