import { sql } from 'kysely'
import { maxBulkRows } from '#shared/lists/list-declaration.ts'
import type { Selection } from '#shared/lists/selection.ts'
import type { Db } from '#server/db/db.ts'
import { invalid } from '#server/base/errors.ts'
import { isSelected, selectionChanged } from '#server/lists/selection.ts'
import { type LockedPayout, lockPayouts } from '#features/ledger/server/payouts.ts'
import { type PayoutQuery, selectablePayouts } from './list.ts'

/** The payouts of a call: slugs, or a selection of the list. */
export type ChosenPayouts = {
  payout_slugs?: string[] | undefined
  selection?: Selection<PayoutQuery> | undefined
}

/**
 * Locks the payouts of a call after their projects. The selection is read before the lock, because projects are locked
 * first (docs/decisions/0020); states are checked on the locked rows.
 */
export async function lockChosenPayouts(tx: Db, chosen: ChosenPayouts): Promise<LockedPayout[]> {
  return lockPayouts(tx, { ids: await chosenIds(tx, chosen) })
}

/** Ids of the payouts; 400 naming unknown ones, 409 when a selection holds another number of rows than expected. */
export async function chosenIds(tx: Db, { payout_slugs, selection }: ChosenPayouts): Promise<number[]> {
  const wanted: Selection<PayoutQuery> = payout_slugs ? { slugs: payout_slugs } : selection!
  const expected = 'slugs' in wanted ? wanted.slugs.length : wanted.expected_count
  if (expected > maxBulkRows)
    throw invalid({
      selection: { key: 'list.too_many', parameters: { count: expected, limit: maxBulkRows } },
    })
  const { rows } = await sql<{ id: number }>`
    select id from payouts where ${isSelected(selectablePayouts, wanted)} order by id limit ${expected + 1}`.execute(
    tx,
  )
  if (rows.length !== expected) {
    if ('slugs' in wanted) throw invalid({ [payout_slugs ? 'payout_slugs' : 'selection']: 'payouts.unknown' })
    throw await selectionChanged(tx, selectablePayouts, wanted)
  }
  return rows.map((row) => row.id)
}
