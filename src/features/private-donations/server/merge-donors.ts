import type { AuditAction } from '#shared/audit-actions.ts'
import { sql } from 'kysely'
import { audit, type AuditContext, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, invalid, notFound } from '#server/base/errors.ts'

type LockedPair = Awaited<ReturnType<typeof lockPair>>

/** Locks a pair of donors for a decision; throws notFound. Lock order: pair, gifts, donors. */
export async function lockPair(tx: Db, id: number) {
  const pair = await tx
    .selectFrom('donor_pairs')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!pair) throw notFound()
  return pair
}

/**
 * Merges two donors: moves gifts and pledges to the kept donor, fills its unknown fields, and passes on possible duplicates. No
 * money moves. The other's row keeps its data, so that its name and addresses later lead to the kept donor. The audit event
 * names both by slug, never by name. 409 `donors_decided` unless the pair is open and neither was merged elsewhere. `kept` is
 * one of the two.
 */
export async function mergeDonors(
  tx: Db,
  context: AuditContext,
  pair: LockedPair,
  { kept }: { kept: string },
): Promise<void> {
  refuseOtherThan(pair, 'open')
  const ids = [pair.first_id, pair.second_id]
  const slugs = await tx.selectFrom('donors').select(['id', 'slug']).where('id', 'in', ids).execute()
  const keptId = slugs.find(({ slug }) => slug === kept)?.id
  if (keptId === undefined) throw invalid({ kept: 'private_donations.not_of_pair' })
  const goneId = ids.find((id) => id !== keptId)!
  await sql`select from fundings where donor_id = ${goneId}::bigint order by id for no key update`.execute(tx)
  const donors = await lockDonors(tx, ids)
  if (donors.some(({ merged_into_id }) => merged_into_id !== null))
    throw conflict('donors_decided', { current: { state: pair.state } })
  const donorOf = (id: number) => donors.find((donor) => donor.id === id)!
  const { rows: moved } = await sql<{ id: number; number: string }>`
    update fundings set donor_id = ${keptId}::bigint where donor_id = ${goneId}::bigint
    returning id, number`.execute(tx)
  const empty = (['email', 'iban', 'street', 'postal_code', 'city'] as const).filter(
    (field) => donorOf(keptId)[field] === '' && donorOf(goneId)[field] !== '',
  )
  // An address is taken over as a whole; mixing parts of two addresses would be wrong.
  const isPlace = (field: string) => field !== 'email' && field !== 'iban'
  const hasPlace = ['street', 'postal_code', 'city'] as const
  const filled = empty.filter(
    (field) => !isPlace(field) || hasPlace.every((one) => donorOf(keptId)[one] === ''),
  )
  if (filled.length > 0)
    await tx
      .updateTable('donors')
      .set(Object.fromEntries(filled.map((field) => [field, donorOf(goneId)[field]])))
      .where('id', '=', keptId)
      .execute()
  await tx.updateTable('donors').set({ merged_into_id: keptId }).where('id', '=', goneId).execute()
  const { rows: carried } = await sql<{ id: number }>`
    insert into donor_pairs (first_id, second_id, reasons, score)
    select least(other, ${keptId}::bigint), greatest(other, ${keptId}::bigint), reasons, score
    from (select first_id + second_id - ${goneId}::bigint as other, reasons, score from donor_pairs
      where ${goneId}::bigint in (first_id, second_id) and state = 'open' and id <> ${pair.id}::bigint) pair
    order by 1, 2 on conflict (first_id, second_id) do nothing returning id`.execute(tx)
  const ids_ = (rows: { id: number }[]) => rows.map(({ id }) => id)
  await tx
    .updateTable('donor_pairs')
    .set({
      state: 'merged',
      kept_id: keptId,
      gifts: ids_(moved),
      filled,
      carried: ids_(carried),
      is_followed: false,
      decided_at: context.now,
    })
    .where('id', '=', pair.id)
    .execute()
  await audit(tx, context, {
    ...about('merge_donors', { id: keptId, slug: kept }),
    before: { donor: donorOf(goneId).slug },
    after: { donor: kept, donations: numbersOf(moved), taken_over: filled, reasons: pair.reasons },
  })
}

/** Records that two donors are different persons; 409 `donors_decided` unless the pair is open. */
export async function markAsDifferent(tx: Db, context: AuditContext, pair: LockedPair): Promise<void> {
  refuseOtherThan(pair, 'open')
  const [first, second] = await lockDonors(tx, [pair.first_id, pair.second_id])
  await tx
    .updateTable('donor_pairs')
    .set({ state: 'apart', decided_at: context.now })
    .where('id', '=', pair.id)
    .execute()
  await audit(tx, context, {
    ...about('keep_donors_apart', first!),
    before: {},
    after: { other: second!.slug, reasons: pair.reasons },
  })
}

/**
 * Undoes a merge: everything moved returns, and the pair is suggested again. 409 `donors_decided` unless it is merged. 409
 * `merge_depended_on` if the kept donor was merged later, or the other donor has given again. The same applies if a moved gift
 * has changed its purpose.
 */
export async function undoMerge(tx: Db, context: AuditContext, pair: LockedPair): Promise<void> {
  refuseOtherThan(pair, 'merged')
  const keptId = pair.kept_id!
  await sql`select from fundings where id = any(${pair.gifts}::bigint[]) order by id for no key update`.execute(
    tx,
  )
  const donors = await lockDonors(tx, [pair.first_id, pair.second_id])
  const kept = donors.find(({ id }) => id === keptId)!
  const gone = donors.find(({ id }) => id !== keptId)!
  // Reads again, because a gift recorded meanwhile held the donor's lock.
  const { is_followed } = await lockPair(tx, pair.id)
  const { rows: later } = await sql<{ number: string }>`
    select number from fundings where moved_from_id = any(${pair.gifts}::bigint[])
      and not id = any(${pair.gifts}::bigint[]) order by id`.execute(tx)
  const blocking = [
    ...(kept.merged_into_id === null ? [] : [{ slug: kept.slug, title: kept.slug, code: 'merged' }]),
    ...(is_followed ? [{ slug: gone.slug, title: gone.slug, code: 'gift_came' }] : []),
    ...later.map(({ number }) => ({ slug: number, title: number, code: 'purpose_changed' })),
  ]
  if (blocking.length > 0) throw conflict('merge_depended_on', { blocking })
  const { rows: moved } = await sql<{ id: number; number: string }>`
    update fundings set donor_id = ${gone.id}::bigint
    where id = any(${pair.gifts}::bigint[]) returning id, number`.execute(tx)
  await tx.updateTable('donors').set({ merged_into_id: null }).where('id', '=', gone.id).execute()
  if (pair.filled.length > 0)
    await tx
      .updateTable('donors')
      .set(Object.fromEntries(pair.filled.map((field) => [field, ''])))
      .where('id', '=', keptId)
      .execute()
  if (pair.carried.length > 0)
    await tx.deleteFrom('donor_pairs').where('id', 'in', pair.carried).where('state', '=', 'open').execute()
  const undecided = { state: 'open', kept_id: null, gifts: [], filled: [], carried: [], decided_at: null }
  await tx.updateTable('donor_pairs').set(undecided).where('id', '=', pair.id).execute()
  await audit(tx, context, {
    ...about('undo_merge', kept),
    before: { donor: kept.slug },
    after: { donor: gone.slug, donations: numbersOf(moved) },
  })
}

function refuseOtherThan({ state }: LockedPair, wanted: 'open' | 'merged'): void {
  if (state !== wanted) throw conflict('donors_decided', { current: { state } })
}

/** Locks donors by id; a gift being recorded for one of them either commits before or waits. */
async function lockDonors(tx: Db, ids: number[]) {
  return tx
    .selectFrom('donors')
    .select(['id', 'slug', 'email', 'iban', 'street', 'postal_code', 'city', 'merged_into_id'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

const about = (action: AuditAction, donor: { id: number; slug: string }) => ({
  action,
  ...auditOf('donor', { id: donor.id, title: donor.slug }),
})

const numbersOf = (gifts: { number: string }[]) => gifts.map(({ number }) => number).toSorted()
