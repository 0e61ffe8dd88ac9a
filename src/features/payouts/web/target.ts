import type { SentSelection } from '#shared/lists/selection.ts'
import type { PayoutRow } from '../contract.ts'
import type { ListHandle } from '#web/table/state/types.ts'

/** What an act is about: one payout, or what is selected in the list. */
export type Target = {
  sent: SentSelection
  count: number
  /** Undefined while it is not known. */
  sum_cents: number | undefined
  /** Of one payout: its number and project. */
  title?: string
  list?: ListHandle
}

/** One payout. */
export const targetOf = (row: {
  slug: string
  number: string
  project: { title: string }
  amount_cents: number
}): Target => ({
  sent: { slugs: [row.slug] },
  count: 1,
  sum_cents: row.amount_cents,
  title: `${row.number} · ${row.project.title}`,
})

/** Several payouts by name. */
export const targetOfRows = (rows: readonly { slug: string; amount_cents: number }[]): Target => ({
  sent: { slugs: rows.map((row) => row.slug) },
  count: rows.length,
  sum_cents: rows.reduce((sum, row) => sum + row.amount_cents, 0),
})

/** What is selected. */
export const targetOfList = (list: ListHandle): Target => ({
  sent: list.selection.sent,
  count: list.selection.count,
  sum_cents: list.selection.sum_cents,
  list,
})

/** Every open payout, as many as there were when they were counted. */
export const targetOfOpen = (count: number): Target => ({
  sent: { query: 'state=open', expected_count: count },
  count,
  sum_cents: undefined,
})

/** A dialog over payouts. */
export type PayoutDialog =
  | { kind: 'paid' | 'unmark' | 'cancel' | 'arrived' | 'sepa'; target: Target }
  | { kind: 'paste' }
  | { kind: 'answer'; dropped?: File }
  | { kind: 'bank_name'; row: PayoutRow }
