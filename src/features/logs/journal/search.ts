import { maxAmountCents } from '#shared/money.ts'

/** A search in the journal: transactions with a number, or with an amount in a range, in cents. */
export type JournalSearch = { number: number | undefined; amount: { from: number; to: number } | undefined }

/**
 * Parses a search in either notation: `1.850,00`, `1,850.00`, `1850`, `>500`, `<=20,50`, `100..200`, or a transaction's number
 * with or without grouping. `48.871` is only a number, because as an amount it would be ambiguous. Undefined if it is neither.
 */
export function readJournalSearch(text: string): JournalSearch | undefined {
  const words = text.replace(/[\s\u00a0\u202f€]/g, '')
  const number = /^(?:\d+|\d{1,3}(?:[.,]\d{3})+)$/.test(words)
    ? Number(words.replace(/[.,]/g, ''))
    : undefined
  const amount = readRange(words)
  if (number === undefined && amount === undefined) return undefined
  return { number: Number.isSafeInteger(number) ? number : undefined, amount }
}

function readRange(words: string): { from: number; to: number } | undefined {
  const [, sign, one] = /^(>=|<=|>|<|=)?([\d.,]+)$/.exec(words) ?? []
  if (one !== undefined && !words.includes('..')) {
    const cents = readAmount(one)
    if (cents === undefined) return undefined
    if (sign === '>') return { from: cents + 1, to: maxAmountCents * 1000 }
    if (sign === '>=') return { from: cents, to: maxAmountCents * 1000 }
    if (sign === '<') return { from: 0, to: cents - 1 }
    if (sign === '<=') return { from: 0, to: cents }
    return { from: cents, to: cents }
  }
  const between = /^(\d[\d.,]*?)\.\.(\d[\d.,]*)$/.exec(words)
  const [from, to] = between ? [readAmount(between[1]!), readAmount(between[2]!)] : []
  return from === undefined || to === undefined || from > to ? undefined : { from, to }
}

/** Cents of an amount in either notation; undefined if it is ambiguous. */
function readAmount(text: string): number | undefined {
  const [, euros, cents] =
    /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{2}))$/.exec(text) ??
    /^(\d+|\d{1,3}(?:\.\d{3})+)(?:,(\d{2}))$/.exec(text) ??
    /^(\d+)$/.exec(text) ??
    []
  if (euros === undefined) return undefined
  const value = Number(euros.replace(/[.,]/g, '')) * 100 + Number(cents ?? 0)
  return Number.isSafeInteger(value) ? value : undefined
}
