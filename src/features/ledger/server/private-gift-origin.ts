import { sql } from 'kysely'
import type { AuditContext } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { postEvents } from './post.ts'
import { endPledge, event, type GiftProject, lockGift, type LockedGift, postPledge } from './private-gifts.ts'

/** Id of the gift that a provider's number refers to; after changes of purpose, the latest one. */
export async function originOf(db: Db, { provider, ref }: { provider: string; ref: string }) {
  const { rows } = await sql<{ id: number }>`
    with recursive became as (
      select id, 0 as step from fundings where provider = ${provider} and provider_ref = ${ref}
      union all
      select next.id, became.step + 1 from became join fundings next on next.moved_from_id = became.id
    )
    select id from became order by step desc limit 1`.execute(db)
  return rows[0]?.id
}

/** The provider that a gift came through, also after a change of purpose; null for other channels. */
export async function providerOf(db: Db, giftId: number): Promise<string | null> {
  const { rows } = await sql<{ provider: string }>`
    with recursive came as (
      select id, moved_from_id, provider from fundings where id = ${giftId}::bigint
      union all
      select earlier.id, earlier.moved_from_id, earlier.provider
      from came join fundings earlier on earlier.id = came.moved_from_id
    )
    select provider from came where provider is not null limit 1`.execute(db)
  return rows[0]?.provider ?? null
}

/** Reopens a failed or expired pledge, because its money arrived after all. */
export async function reopenPledge(tx: Db, context: AuditContext, gift: LockedGift): Promise<LockedGift> {
  const { state } = gift
  await tx.updateTable('fundings').set({ state: 'pledged' }).where('id', '=', gift.id).execute()
  const told = event('reopen_pledge', gift, { state }, { state: 'pledged' })
  await postEvents(tx, context, [{ event: told, postings: [] }])
  return { ...gift, state: 'pledged' }
}

/** Replaces a pledge by one for another project; the provider's number moves to the new one. */
export async function movePledge(
  tx: Db,
  context: AuditContext,
  gift: LockedGift,
  project: GiftProject,
): Promise<LockedGift> {
  const { provider, provider_ref, pledged_cents, received_on, channel, donor_id, note, source } = gift
  await endPledge(tx, context, gift, { state: 'failed', reason: project.title })
  await tx
    .updateTable('fundings')
    .set({ provider: null, provider_ref: null })
    .where('id', '=', gift.id)
    .execute()
  const { id } = await postPledge(tx, context, {
    project,
    amount_cents: pledged_cents ?? gift.amount_cents,
    day: received_on,
    channel,
    donor_id,
    note,
    source,
    moved_from_id: gift.id,
    ...(provider !== null && { provider: { code: provider, ref: provider_ref! } }),
  })
  return lockGift(tx, { id })
}
