import { isIban } from '#shared/bank-details.ts'
import type { Cell } from '#shared/reading/row.ts'
import { type NamedAccount, StatementError } from './statement.ts'

/** Finds the account of a bank's CSV in the lines above its headings, or in a column that repeats it. */
export function ownAccount() {
  const ibans = new Set<string>()
  let bankCode: string | undefined
  let number: string | undefined
  let inRows: string | undefined
  return {
    takeAbove(cells: readonly Cell[]) {
      const texts = cells.map((cell) => String(cell).trim().slice(0, 200))
      for (const text of texts) for (const iban of ibansIn(text)) ibans.add(iban)
      for (const [at, text] of texts.entries()) {
        const value = (texts.slice(at + 1).find((one) => one !== '') ?? '').replace(/\s/g, '')
        if (/^(?:blz|bankleitzahl):?$/i.test(text) && /^\d{8}$/.test(value)) bankCode ??= value
        if (/^(?:konto|kontonummer|konto-?nr\.?):?$/i.test(text) && /^\d{1,10}$/.test(value)) number ??= value
      }
    },
    /** The account named in a row; throws when it differs from earlier rows. */
    takeRow(cell: Cell, line: number) {
      const [iban] = ibansIn(String(cell).slice(0, 200))
      if (!iban) return
      inRows ??= iban
      if (inRows !== iban) throw new StatementError('several_accounts', line)
    },
    found(): NamedAccount | null {
      if (inRows) return { iban: inRows }
      const [only, another] = ibans
      if (only && !another) return { iban: only }
      return bankCode && number && !only ? { bank_code: bankCode, number } : null
    },
  }
}

function ibansIn(text: string): string[] {
  const found = text.match(/\b[A-Z]{2}\d{2}(?:\s?[A-Z0-9]{1,4}){3,8}/g) ?? []
  return found.flatMap((one) => {
    // The word after a grouped IBAN may look like another group.
    const groups = one.split(/\s/)
    const all = groups.map((_, at) => groups.slice(0, groups.length - at).join(''))
    const iban = all.find(isIban)
    return iban ? [iban] : []
  })
}
