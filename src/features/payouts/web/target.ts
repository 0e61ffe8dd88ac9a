import type { SentSelection } from '#shared/lists/selection.ts'
import type { PayoutRow } from '../contract.ts'
import type { ListHandle } from '#web/table/state/types.ts'

/** The target of an action: one payout, or the list's selection. */
export type Target = {
  sent: SentSelection
  count: number
  /** Undefined until it is loaded. */
  sum_cents: number | undefined
  title?: string
  list?: ListHandle
}

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

export const targetOfRows = (rows: readonly { slug: string; amount_cents: number }[]): Target => ({
  sent: { slugs: rows.map((row) => row.slug) },
  count: rows.length,
  sum_cents: rows.reduce((sum, row) => sum + row.amount_cents, 0),
})

export const targetOfList = (list: ListHandle): Target => ({
  sent: list.selection.sent,
  count: list.selection.count,
  sum_cents: list.selection.sum_cents,
  list,
})

/** Every open payout; `count` is the number expected. */
export const targetOfOpen = (count: number): Target => ({
  sent: { query: 'state=open', expected_count: count },
  count,
  sum_cents: undefined,
})

export type PayoutDialog =
  | { kind: 'paid' | 'unmark' | 'cancel' | 'arrived' | 'sepa'; target: Target }
  | { kind: 'paste' }
  | { kind: 'answer'; dropped?: File }
  | { kind: 'bank_name'; row: PayoutRow }
