import type { amountsSeen } from './contract.ts'

/** A payout's number as it was read in a text, and the amounts that stood beside it, in cents. */
export type Reference = { number: string; amounts: number[] }

// A bank may break the number at its dashes, or leave them out.
const numbers = /\bAZ[-–\s/]?(\d{4})[-–\s/]?(\d{4,10})\b/gi

// An amount has two decimals in either notation, so that days, numbers and accounts are none.
const amounts = /(?<![\d.,])(\d{1,3}(?:[.,]\d{3})*|\d+)[.,](\d{2})(?![\d.,])/g

/** What a bank statement may hold at most before its lines are no longer told back one by one. */
const longestLine = 80
const mostOthers = 100

/**
 * The payouts' numbers in a text: pasted references, lines of a CSV statement, or a camt.053. Each once, in their order.
 * `others` are pasted lines that name no payout; the lines of a statement that do not are none of ours.
 */
export function referencesIn(text: string): { references: Reference[]; others: string[] } {
  const isCamt = /^\s*(?:<\?xml|<Document)/.test(text)
  const pieces = isCamt ? entriesOf(text) : text.split(/\r?\n/)
  const found = new Map<string, Reference>()
  const others: string[] = []
  const isPasted = !isCamt && !pieces.some((line) => /[;\t]/.test(line))
  for (const piece of pieces) {
    const named = new Set([...piece.matchAll(numbers)].map(([, year, n]) => `AZ-${year}-${n}`))
    if (named.size === 0 && isPasted && piece.trim() && others.length < mostOthers)
      others.push(piece.trim().slice(0, longestLine))
    // Beside several numbers nobody knows whose amount it is.
    const beside = named.size === 1 ? amountsIn(piece.replaceAll(numbers, ' ')) : []
    for (const number of named)
      found.set(number, { number, amounts: [...(found.get(number)?.amounts ?? []), ...beside] })
  }
  return { references: [...found.values()], others }
}

/** Whether the payout's amount stood beside its number. */
export function amountSeen(reference: Reference, amount_cents: number): (typeof amountsSeen)[number] {
  if (reference.amounts.length === 0) return 'none'
  return reference.amounts.includes(amount_cents) ? 'same' : 'other'
}

/** The words and amounts of each booked payment, without its tags; a batch's payments one by one. */
function entriesOf(xml: string): string[] {
  const parts = xml.split(/<(?:\w+:)?TxDtls>|<\/(?:\w+:)?TxDtls>|<(?:\w+:)?Ntry>|<\/(?:\w+:)?Ntry>/)
  return parts.map((part) => part.replaceAll(/<[^>]*>/g, ' '))
}

function amountsIn(text: string): number[] {
  return [...text.matchAll(amounts)].map(
    ([, euros, cents]) => Number(euros!.replaceAll(/[.,]/g, '')) * 100 + Number(cents),
  )
}
