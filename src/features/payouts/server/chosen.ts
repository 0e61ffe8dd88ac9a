import { sql } from 'kysely'
import { mostAtOnce } from '#shared/lists/list-declaration.ts'
import type { Selection } from '#shared/lists/selection.ts'
import type { Db } from '#server/db/db.ts'
import { invalid } from '#server/base/errors.ts'
import { isSelected, selectionChanged } from '#server/lists/selection.ts'
import { type LockedPayout, lockPayouts } from '#features/ledger/server/payouts.ts'
import { type PayoutQuery, selectablePayouts } from './list.ts'

/** Which payouts a call is about: by their slug, or a selection of the list. */
export type ChosenPayouts = {
  payout_slugs?: string[] | undefined
  selection?: Selection<PayoutQuery> | undefined
}

/**
 * The payouts of a call, locked after their projects. The selection is read before it is locked, since projects come
 * first (docs/decisions/0020); whether each may be acted on is asked of the locked rows.
 */
export async function lockChosenPayouts(tx: Db, chosen: ChosenPayouts): Promise<LockedPayout[]> {
  return lockPayouts(tx, { ids: await chosenIds(tx, chosen) })
}

/** Their ids; 400 naming what does not exist, 409 when a selection holds another number of rows than expected. */
export async function chosenIds(tx: Db, { payout_slugs, selection }: ChosenPayouts): Promise<number[]> {
  const wanted: Selection<PayoutQuery> = payout_slugs ? { slugs: payout_slugs } : selection!
  const expected = 'slugs' in wanted ? wanted.slugs.length : wanted.expected_count
  if (expected > mostAtOnce)
    throw invalid({ selection: { key: 'list.too_many', parameters: { count: expected, limit: mostAtOnce } } })
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
