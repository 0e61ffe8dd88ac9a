import type { Cents } from '#web/form/MoneyField.tsx'
import type { Target } from './data.ts'

/** A part of a split that is being made; its key stays while others come and go. */
export type DraftPart = { key: number; target: Target | undefined; amount: Cents }

/** What is not in any part yet; more than the line in the parts is below zero. */
export const leftOf = (cents: number, parts: readonly DraftPart[]) =>
  parts.reduce((left, { amount }) => left - (amount || 0), Math.abs(cents))

/** True when every part says where and how much, and together they are the line. */
export const isWhole = (cents: number, parts: readonly DraftPart[]) =>
  parts.length > 0 &&
  leftOf(cents, parts) === 0 &&
  parts.every(({ target, amount }) => target !== undefined && amount !== null && amount > 0)

/** One more part, with what is left. */
export function withOneMore(cents: number, parts: readonly DraftPart[], target?: Target): DraftPart[] {
  const key = Math.max(0, ...parts.map((part) => part.key)) + 1
  const left = leftOf(cents, parts)
  return [...parts, { key, target, amount: left > 0 ? left : null }]
}
