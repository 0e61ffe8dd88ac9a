import type { Cents } from '#web/form/MoneyField.tsx'
import type { LineRow, Target } from './data.ts'

/** A part of an unfinished split; its key is stable while others are added or removed. */
export type DraftPart = { key: number; target: Target | undefined; amount: Cents }

/** The amount not yet assigned; negative when the parts exceed the line. */
export const leftOf = (cents: number, parts: readonly DraftPart[]) =>
  parts.reduce((left, { amount }) => left - (amount || 0), Math.abs(cents))

/** True when every part has target and amount, and they add up to the line. */
export const isWhole = (cents: number, parts: readonly DraftPart[]) =>
  parts.length > 0 &&
  leftOf(cents, parts) === 0 &&
  parts.every(({ target, amount }) => target !== undefined && amount !== null && amount > 0)

export const draftOf = (parts: LineRow['parts']): DraftPart[] =>
  parts.map(({ amount_cents, ...target }, key) => ({
    key,
    target: target.target_slug === '' ? undefined : target,
    amount: amount_cents === 0 ? null : amount_cents,
  }))

/** True while a split equals the suggestion. */
export const isSuggested = (parts: readonly DraftPart[], suggested: LineRow['parts']) =>
  parts.length > 0 &&
  parts.length === suggested.length &&
  parts.every(
    ({ target, amount }, at) =>
      target?.target_slug === suggested[at]!.target_slug && amount === suggested[at]!.amount_cents,
  )

export function withNewPart(cents: number, parts: readonly DraftPart[], target?: Target): DraftPart[] {
  const key = Math.max(0, ...parts.map((part) => part.key)) + 1
  const left = leftOf(cents, parts)
  return [...parts, { key, target, amount: left > 0 ? left : null }]
}
