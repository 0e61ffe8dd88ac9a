import type { Cents } from '#web/form/MoneyField.tsx'
import type { LineRow, Target } from './data.ts'

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

/** Parts as the server tells of them, to be gone on with. */
export const draftOf = (parts: LineRow['parts']): DraftPart[] =>
  parts.map(({ amount_cents, ...target }, key) => ({
    key,
    target: target.target_slug === '' ? undefined : target,
    amount: amount_cents === 0 ? null : amount_cents,
  }))

/** True while a split is what was suggested, nothing changed. */
export const isSuggested = (parts: readonly DraftPart[], suggested: LineRow['parts']) =>
  parts.length > 0 &&
  parts.length === suggested.length &&
  parts.every(
    ({ target, amount }, at) =>
      target?.target_slug === suggested[at]!.target_slug && amount === suggested[at]!.amount_cents,
  )

/** One more part, with what is left. */
export function withOneMore(cents: number, parts: readonly DraftPart[], target?: Target): DraftPart[] {
  const key = Math.max(0, ...parts.map((part) => part.key)) + 1
  const left = leftOf(cents, parts)
  return [...parts, { key, target, amount: left > 0 ? left : null }]
}
