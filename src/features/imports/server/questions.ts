import { type Confirmation, confirmations } from '../choices.ts'
import type { ImportDetail } from '../contract-answers.ts'
import { currenciesWith } from '../rates.ts'
import { parseAmount } from '#shared/reading/amounts.ts'
import { currencyNamed } from '../columns/currency.ts'
import { cellAt, isMapped } from '../columns/evidence.ts'
import { belowHeader } from '../reading/scan.ts'
import { hasManyOrganizations } from '../work-rules.ts'
import type { ImportRecord } from './records.ts'

type OpenImport = Pick<ImportRecord, 'head' | 'mapping' | 'options'>

/**
 * The amount column with an open currency, while nobody has chosen one: its name states one without a rate, or neither
 * its name nor the first rows state any (null).
 */
export function currencyQuestion({ head, mapping, options }: OpenImport): ImportDetail['currency_question'] {
  if (options.currency) return null
  const [said] = Object.entries(mapping.currencies ?? {})
  if (said) {
    const [field, currency] = said
    if (currenciesWith(options.rates).includes(currency)) return null
    return { column: nameOf(field as 'amount', { head, mapping }), currency }
  }
  if (!isMapped(mapping, 'amount') || currencyNamed(mapping, 'amount', head.columns)) return null
  return isSilent({ head, mapping }) ? { column: nameOf('amount', { head, mapping }), currency: null } : null
}

function nameOf(field: 'amount' | 'applied_amount', { head, mapping }: Omit<OpenImport, 'options'>): string {
  const column = mapping.columns[field]
  return column === undefined ? '' : (head.columns[column] ?? '')
}

/** True when an amount in the first rows has no currency, nor does its row. */
function isSilent({ head, mapping }: Omit<OpenImport, 'options'>): boolean {
  return belowHeader(head.rows, head.facts.kind === 'grants360' ? { header: false } : mapping).some(
    ({ cells }) => {
      if (String(cellAt(mapping, cells, 'currency')).trim() !== '') return false
      const amount = parseAmount(cellAt(mapping, cells, 'amount'), ',', true)
      return 'cents' in amount && !amount.currency
    },
  )
}

export function lettersQuestion({ head, options }: OpenImport): ImportDetail['letters_question'] {
  return options.encoding === undefined && head.facts.letters ? { examples: head.facts.letters } : null
}

export function columnQuestion({ head, mapping: { unsure } }: OpenImport): ImportDetail['column_question'] {
  return unsure ? { ...unsure, name: head.columns[unsure.column] ?? '' } : null
}

/** Number of rows refused for a negative amount, while nobody has decided whether they are reversals. */
export function negativeQuestion({
  counts,
  options,
}: Pick<ImportRecord, 'options' | 'counts'>): ImportDetail['negative_question'] {
  const refused = counts?.refused_by.find(({ code }) => code === 'amount_negative')
  return refused && options.reversals === undefined ? { rows: refused.rows } : null
}

/** Findings to confirm before booking, as far as known; organizations are counted by a check. */
export function toConfirm({
  mapping,
  options,
  counts,
}: Pick<ImportRecord, 'mapping' | 'options' | 'counts'>): Confirmation[] {
  const open: Record<Confirmation, boolean> = {
    without_gifts: !isMapped(mapping, 'amount'),
    many_organizations: counts !== null && hasManyOrganizations(counts) && !isChosen(mapping),
    alike_names: (counts?.alike?.pairs ?? 0) > 0,
  }
  return confirmations.filter((one) => open[one] && !options.confirmed?.includes(one))
}

/** True when a person or a recipe chose the organization column. */
function isChosen({ reasons, values }: ImportRecord['mapping']): boolean {
  const reason = reasons?.organization_title
  return reason === 'person' || reason === 'recipe' || values?.organization_title !== undefined
}
