import { sql } from 'kysely'
import type { AuditContext } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { postEvents } from './post.ts'
import { endPledge, event, type GiftProject, lockGift, type LockedGift, postPledge } from './private-gifts.ts'

/** The id of the gift that a provider's number means now: of one whose purpose was changed, the last it became. */
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

/** The provider that a gift came through, also when its purpose was changed since; null when it came otherwise. */
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

/** A pledge that failed or expired is one again, because its money comes all the same. */
export async function reopenPledge(tx: Db, context: AuditContext, gift: LockedGift): Promise<LockedGift> {
  const { state } = gift
  await tx.updateTable('fundings').set({ state: 'pledged' }).where('id', '=', gift.id).execute()
  const told = event('reopen_pledge', gift, { state }, { state: 'pledged' })
  await postEvents(tx, context, [{ event: told, postings: [] }])
  return { ...gift, state: 'pledged' }
}

/** A pledge for another project in the place of one: the provider's number goes over to it. */
export async function takeOverPledge(
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
