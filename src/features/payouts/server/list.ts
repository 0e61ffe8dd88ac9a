import { type RawBuilder, sql } from 'kysely'
import { storedOrderings } from '#shared/lists/list-record.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import { fundingType } from '#shared/funding-type.ts'
import type { DB } from '#server/db/schema.ts'
import { allOf, containsWords, orderBy } from '#server/lists/list-query.ts'
import { type ConditionsOf, isKept, keptBy, requestedConditions } from '#server/lists/conditions.ts'
import { pickedBy, type PickedRows, type SelectableList } from '#server/lists/selection.ts'
import { payoutStateKey } from '../rules.ts'
import { payoutList } from '../table.ts'

export type PayoutQuery = ListQuery<typeof payoutList>

const { is, flag } = keptBy<'payouts', 'payout_counts'>()
/** Neither table has a column for "not arrived". */
const notArrived = sql<boolean>`not has_arrived` as ReturnType<typeof flag>

/** The SQL condition of every filter; list, count, sum and export share them. */
export const payoutConditions: ConditionsOf<typeof payoutList, 'payout_counts'> = {
  state: {
    open: is('state_key', payoutStateKey.open),
    exported: is('state_key', payoutStateKey.exported),
    marked_paid: is('state_key', payoutStateKey.marked_paid),
    cancelled: is('state_key', payoutStateKey.cancelled),
  },
  funding_type: {
    donation: is('funding_type', fundingType.donation),
    sponsoring: is('funding_type', fundingType.sponsoring),
    foundation: is('funding_type', fundingType.foundation),
    profit_savings: is('funding_type', fundingType.profitSavings),
  },
  arrived: { yes: flag('has_arrived'), no: notArrived },
}

/** The column of each ordering key; each has an index that ends in the id. */
const orderings: Record<PayoutQuery['ordering']['key'], keyof DB['payouts']> = storedOrderings(payoutList)

const filterCondition = (query: PayoutQuery) => allOf(requestedConditions(payoutConditions, query.filters))

export const selectablePayouts: SelectableList<PayoutQuery> = {
  table: 'payouts',
  key: { column: 'slug', type: 'text' },
  condition: (query) => {
    const search = containsWords(query.search)
    return allOf([sql<boolean>`undone_on is null`, filterCondition(query), ...(search ? [search] : [])])
  },
}

/** Count of matching payouts and their sum in cents; without a search word both come from the stored counts. */
export function payoutSum(query: PayoutQuery): RawBuilder<{ count: number; sum_cents: number }> {
  if (isKept(payoutList, query))
    return sql`
      select coalesce(sum(n), 0)::bigint as count, coalesce(sum(cents), 0)::bigint as sum_cents
      from payout_counts where ${filterCondition(query)}`
  return sql`
    select count(*) as count, coalesce(sum(amount_cents), 0)::bigint as sum_cents
    from payouts where ${selectablePayouts.condition(query)}`
}

/** Payouts in one state: `count` and `cents` from the stored counts, and the `day` of the oldest. */
export const waitingPayouts = (state: 'open' | 'exported', query: PayoutQuery): RawBuilder<unknown> => sql`
  select count, sum_cents as cents, (
    select settled_on from payouts
    where undone_on is null and ${payoutConditions.state[state]} order by settled_on limit 1
  ) as day
  from (${payoutSum(query)}) of_payouts`

export const payoutListRequest = (query: PayoutQuery) => ({
  table: 'payouts',
  where: selectablePayouts.condition(query),
  order: order(query),
})

/** Ordered ids of matching payouts; apply the limit before joining anything. */
export function payoutIds(query: PayoutQuery, picked: PickedRows = {}): RawBuilder<unknown> {
  const { key, condition } = selectablePayouts
  return sql`select id from payouts where ${allOf([condition(query), ...pickedBy(key, picked)])} order by ${order(query)}`
}

const order = ({ ordering: { key, descending } }: PayoutQuery) =>
  orderBy(orderings[key], { descending, nullable: key === 'paid_on' })
