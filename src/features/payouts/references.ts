import type { amountsSeen } from './contract.ts'

/** A payout number found in a text, with the amounts next to it, in cents. */
export type Reference = { number: string; amounts: number[] }

// Banks may break the number at its dashes, or drop them.
const numbers = /\bAZ[-–\s/]?(\d{4})[-–\s/]?(\d{4,10})\b/gi

// An amount has two decimals in either notation, which excludes days, numbers and accounts.
const amounts = /(?<![\d.,])(\d{1,3}(?:[.,]\d{3})*|\d+)[.,](\d{2})(?![\d.,])/g

/** Longer lines belong to a bank statement; unknown ones are then not reported one by one. */
const longestLine = 80
const mostOthers = 100

/**
 * Finds payout numbers in pasted references, lines of a CSV statement, or a camt.053. Each appears once, in order.
 * `others` holds pasted lines without a payout; statement lines without one are ignored.
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
    // With several numbers in a line, it is unclear whose amount it is.
    const beside = named.size === 1 ? amountsIn(piece.replaceAll(numbers, ' ')) : []
    for (const number of named)
      found.set(number, { number, amounts: [...(found.get(number)?.amounts ?? []), ...beside] })
  }
  return { references: [...found.values()], others }
}

/** Compares the payout's amount with the amounts next to its number. */
export function amountSeen(reference: Reference, amount_cents: number): (typeof amountsSeen)[number] {
  if (reference.amounts.length === 0) return 'none'
  return reference.amounts.includes(amount_cents) ? 'same' : 'other'
}

/** Text and amounts of each booked payment, without tags; payments of a batch one by one. */
function entriesOf(xml: string): string[] {
  const parts = xml.split(/<(?:\w+:)?TxDtls>|<\/(?:\w+:)?TxDtls>|<(?:\w+:)?Ntry>|<\/(?:\w+:)?Ntry>/)
  return parts.map((part) => part.replaceAll(/<[^>]*>/g, ' '))
}

function amountsIn(text: string): number[] {
  return [...text.matchAll(amounts)].map(
    ([, euros, cents]) => Number(euros!.replaceAll(/[.,]/g, '')) * 100 + Number(cents),
  )
}
