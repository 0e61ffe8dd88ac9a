import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { advisoryLocks } from '../db/locks.ts'

/** Predecessor hash of the first seal. */
export const firstHash = '0'.repeat(64)
const batchSize = 2_000

/** Progress of the event chain. */
export type Seals = { sealed: number; head: string; unsealed: number }

type Place = { xid: string; id: number }

/**
 * Chains committed events that have no seal yet, in batches of one short transaction each, and returns their number.
 * Any number of processes may call it: one works at a time, and the next takes over when it is killed. Events are taken
 * in the order of their transactions. Uncommitted ones are seen next time: the horizon, before which each event has its
 * seal, never passes a transaction that may still commit (docs/decisions/0019).
 */
export async function sealEvents(db: Db, { signal }: { signal?: AbortSignal } = {}): Promise<number> {
  let sealed = 0
  while (!signal?.aborted) {
    const batch = await db.transaction().execute(sealBatch)
    sealed += batch.sealed
    if (batch.ended) break
  }
  return sealed
}

export async function sealsOf(db: Db): Promise<Seals> {
  const last = await chainEnd(db)
  const { rows } = await sql<{ unsealed: number }>`
    select count(*) as unsealed from audit_events
    where xid >= ${sealedBefore} and not exists (select from audit_seals where event_id = audit_events.id)`.execute(
    db,
  )
  return { sealed: last.position, head: last.hash, unsealed: rows[0]!.unsealed }
}

/**
 * The transaction before which each event has its seal; null when the horizon comes from another server, from which
 * this database was moved, and is no longer valid.
 */
export const sealedBefore: RawBuilder<string> = sql`(select case
  when horizon <= pg_snapshot_xmax(pg_current_snapshot()) then horizon else '0'::xid8 end from audit_sealer)`

/** One pass over all events after the horizon: its position, and the horizon's new place when the pass ends. */
type Pass = { after: Place; horizon: string; moved: boolean; going: boolean }

async function sealBatch(tx: Db): Promise<{ sealed: number; ended: boolean }> {
  const lock = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${advisoryLocks.sealer}) as free`.execute(tx)
  if (!lock.rows[0]!.free) return { sealed: 0, ended: true }
  const pass = await presentPass(tx)
  const page = await nextPage(tx, pass)
  const sealed = await chain(tx, page.fresh)
  const last = page.rows.at(-1)
  if (page.rows.length === batchSize) {
    await savePass(tx, { ...pass, after: last! })
    return { sealed, ended: false }
  }
  if (last || pass.going || pass.moved) await endPass(tx, pass)
  return { sealed, ended: true }
}

/**
 * The current pass, whichever process began it; otherwise a new one up to the oldest transaction that may still commit.
 */
async function presentPass(tx: Db): Promise<Pass> {
  const { rows } = await sql<Place & Omit<Pass, 'after'>>`
    with here as (
      select *, pg_snapshot_xmin(now) as oldest, pg_snapshot_xmax(now) as next,
        coalesce(pass_horizon <= pg_snapshot_xmax(now), false) as going
      from audit_sealer, pg_current_snapshot() as now)
    select going,
      (case when going then pass_xid else ${sealedBefore} end)::text as xid,
      case when going then pass_id else -1 end as id,
      (case when going then pass_horizon else oldest end)::text as horizon,
      case when going then pass_moved else horizon > next end as moved
    from here`.execute(tx)
  const { xid, id, ...pass } = rows[0]!
  return { ...pass, after: { xid, id } }
}

async function savePass(tx: Db, { after, horizon, moved }: Pass): Promise<void> {
  await sql`
    update audit_sealer set pass_horizon = ${horizon}::xid8, pass_xid = ${after.xid}::xid8, pass_id = ${after.id},
      pass_moved = ${moved}`.execute(tx)
}

async function endPass(tx: Db, { horizon }: Pass): Promise<void> {
  await sql`
    update audit_sealer set horizon = ${horizon}::xid8, pass_horizon = null
    where horizon <> ${horizon}::xid8 or pass_horizon is not null`.execute(tx)
}

/** The next events by transaction, with those that have no seal yet. */
async function nextPage(tx: Db, { after, moved }: Pass) {
  // Events moved here from another server may carry transaction ids beyond this server's; one pass covers them.
  const here = moved ? sql`true` : sql`xid < pg_snapshot_xmax(pg_current_snapshot())`
  const { rows } = await sql<{ xid: string; id: number; fresh: boolean }>`
    with page as materialized (
      select xid, id from audit_events
      where (xid, id) > (${after.xid}::xid8, ${after.id}::bigint) and ${here}
      order by xid, id limit ${batchSize})
    select xid::text as xid, id, not exists (select from audit_seals where event_id = page.id) as fresh
    from page order by page.xid, id`.execute(tx)
  return { rows, fresh: rows.filter((row) => row.fresh).map((row) => row.id) }
}

/** Appends these events, in their order, to the chain. */
async function chain(tx: Db, ids: number[]): Promise<number> {
  if (ids.length === 0) return 0
  const { position, hash } = await chainEnd(tx)
  await sql`
    insert into audit_seals (position, event_id, previous_hash, hash)
    select ${position}::bigint + place, id, lag(hash, 1, ${hash}::text) over (order by place), hash
    from (
      select place, id, audit_chain(${hash}::text, coalesce(digest, '')) over (order by place) as hash
      from unnest(${ids}::bigint[]) with ordinality as page (id, place) join audit_events using (id)
    ) chained`.execute(tx)
  return ids.length
}

async function chainEnd(db: Db): Promise<{ position: number; hash: string }> {
  const last = await db
    .selectFrom('audit_seals')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ?? { position: 0, hash: firstHash }
}
