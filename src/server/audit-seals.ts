import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { advisoryLocks } from '#server/locks.ts'

/** What the first seal is chained to. */
export const firstHash = '0'.repeat(64)
const batchSize = 2_000

/** How far the chain of events is. */
export type Seals = { sealed: number; head: string; unsealed: number }

type Place = { xid: string; id: number }

/**
 * Chains the events that are committed but have no seal yet, in batches of one short transaction each; answers how many.
 * Any number of processes may try: one at a time does it, and one that is killed is followed by the next. Events are
 * taken in the order of their transactions. What is still on its way is seen next time: the horizon, before which each
 * event has its seal, never passes a transaction that may still commit (docs/decisions/0019).
 */
export async function sealEvents(db: Db, { signal }: { signal?: AbortSignal } = {}): Promise<number> {
  let sealed = 0
  let pass: Pass | undefined
  while (!signal?.aborted) {
    const step: Step | undefined = await db.transaction().execute((tx) => sealBatch(tx, pass))
    if (!step) break
    sealed += step.sealed
    pass = step.pass
    if (step.ended) break
  }
  return sealed
}

/** The chain's end, and how many events wait for their seal. */
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
 * The transaction before which each event has its seal; none when the horizon is that of another server, from which
 * this database was moved, and counts no more.
 */
export const sealedBefore: RawBuilder<string> = sql`(select case
  when horizon <= pg_snapshot_xmax(pg_current_snapshot()) then horizon else '0'::xid8 end from audit_sealer)`

type Pass = { after: Place; horizon: string; moved: boolean }
type Step = { sealed: number; pass: Pass; ended: boolean }

async function sealBatch(tx: Db, going: Pass | undefined): Promise<Step | undefined> {
  // Embedded, all connections are one session and the lock says nothing: there its open transaction keeps others out.
  const lock = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${advisoryLocks.sealer}) as free`.execute(tx)
  if (!lock.rows[0]!.free) return undefined
  const pass = going ?? (await beginPass(tx))
  const page = await nextPage(tx, pass)
  const sealed = await chain(tx, page.fresh)
  const ended = page.rows < batchSize
  if (ended && page.any) await moveHorizon(tx, pass.horizon)
  return { sealed, pass: { ...pass, after: page.last ?? pass.after }, ended }
}

/** Where to begin, and how far the horizon may move once all that is visible now has its seal. */
async function beginPass(tx: Db): Promise<Pass> {
  const { rows } = await sql<{ after: string; horizon: string; moved: boolean }>`
    select ${sealedBefore}::text as after, pg_snapshot_xmin(now)::text as horizon,
      horizon > pg_snapshot_xmax(now) as moved
    from audit_sealer, pg_current_snapshot() as now`.execute(tx)
  const { after, horizon, moved } = rows[0]!
  return { after: { xid: after, id: -1 }, horizon, moved }
}

/** The next events by transaction, and which of them have no seal yet. */
async function nextPage(tx: Db, { after, moved }: Pass) {
  // Events that were moved here from another server may stand beyond its transactions; they were looked at once.
  const here = moved ? sql`true` : sql`xid < pg_snapshot_xmax(pg_current_snapshot())`
  const { rows } = await sql<{ xid: string; id: number; fresh: boolean }>`
    with page as materialized (
      select xid, id from audit_events
      where (xid, id) > (${after.xid}::xid8, ${after.id}::bigint) and ${here}
      order by xid, id limit ${batchSize})
    select xid::text as xid, id, not exists (select from audit_seals where event_id = page.id) as fresh
    from page order by page.xid, id`.execute(tx)
  return {
    rows: rows.length,
    any: rows.length > 0 || moved,
    last: rows.at(-1),
    fresh: rows.filter((row) => row.fresh).map((row) => row.id),
  }
}

/** Chains these events, in their order, to the end of the chain. */
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

async function moveHorizon(tx: Db, horizon: string): Promise<void> {
  await sql`update audit_sealer set horizon = ${horizon}::xid8 where horizon <> ${horizon}::xid8`.execute(tx)
}
