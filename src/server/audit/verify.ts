import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { firstHash, sealedBefore } from './seals.ts'

/** Faults of an event or its seal; docs/decisions/0019 lists those that cannot be detected. */
export type FindingKind = 'event_changed' | 'event_missing' | 'seal_broken' | 'seal_missing'
export type Finding = { kind: FindingKind; event_id: number }
/** Result of a verification: the number of events, sealed or not, and the first ones that were altered. */
export type Verification = { events: number; unsealed: number; broken: number; findings: Finding[] }

const batchSize = 2_000
const keptFindings = 100

/**
 * Reads all seals and events page by page and reports altered ones: each event is compared with its own digest, sealed
 * or not, and each seal with its event and the seal before it.
 */
export async function verifyAudit(db: Db, { signal }: { signal?: AbortSignal } = {}): Promise<Verification> {
  const found: Verification = { events: 0, unsealed: 0, broken: 0, findings: [] }
  const note = (findings: Finding[]) => {
    found.broken += findings.length
    found.findings.push(...findings.slice(0, keptFindings - found.findings.length))
  }
  for (let last: End | undefined = { position: 0, hash: firstHash }; last;) {
    signal?.throwIfAborted()
    last = await verifySeals(db, last, note)
  }
  for (let id: number | undefined = 0; id !== undefined;) {
    signal?.throwIfAborted()
    id = await verifyEvents(db, id, found, note)
  }
  return found
}

/** Stores the result of the last verification for readers of the log. */
export async function saveVerification(db: Db, found: Verification, now: Date): Promise<void> {
  await db
    .updateTable('audit_sealer')
    .set({
      verified_at: now,
      verified_events: found.events,
      verified_broken: found.broken,
      verified_findings: JSON.stringify(found.findings),
    })
    .execute()
}

/** Result and time of the last verification; undefined before the first one. */
export async function lastVerification(
  db: Db,
): Promise<{ at: Date; events: number; broken: number; findings: Finding[] } | undefined> {
  const row = await db
    .selectFrom('audit_sealer')
    .select(['verified_at', 'verified_events', 'verified_broken', 'verified_findings'])
    .executeTakeFirst()
  if (!row?.verified_at) return undefined
  const findings = row.verified_findings as Finding[] | null
  return {
    at: row.verified_at,
    events: row.verified_events ?? 0,
    broken: row.verified_broken ?? 0,
    findings: findings ?? [],
  }
}

type End = { position: number; hash: string }
type Note = (findings: Finding[]) => void

async function verifySeals(db: Db, from: End, note: Note): Promise<End | undefined> {
  const { rows } = await sql<
    End & { event_id: number; missing: boolean; digested: boolean; follows: boolean; holds: boolean }
  >`
    with page as materialized (
      select * from audit_seals where position > ${from.position} order by position limit ${batchSize})
    select position, event_id, page.hash, event.id is null as missing, event.digest is not null as digested,
      position = lag(position, 1, ${from.position}::bigint) over seals + 1
        and previous_hash = lag(page.hash, 1, ${from.hash}::text) over seals as follows,
      page.hash = sha256_hex(previous_hash || coalesce(event.digest, audit_event_text(event))) as holds
    from page left join audit_events event on event.id = page.event_id
    window seals as (order by position) order by position`.execute(db)
  note(
    rows.flatMap(({ event_id, missing, digested, follows, holds }): Finding[] => {
      if (missing) return [{ kind: 'event_missing', event_id }]
      if (follows && holds) return []
      // For an event without its own digest, the seal covers its text.
      return [{ kind: digested || !follows ? 'seal_broken' : 'event_changed', event_id }]
    }),
  )
  return rows.at(-1)
}

async function verifyEvents(
  db: Db,
  from: number,
  found: Verification,
  note: Note,
): Promise<number | undefined> {
  // An event without a seal came after the horizon and may still wait for it; its digest is required.
  const { rows } = await sql<{ id: number; sealed: boolean; waits: boolean; holds: boolean }>`
    with page as materialized (select * from audit_events where id > ${from} order by id limit ${batchSize}),
    compared as (
      select id, digest, xid, exists (select from audit_seals where event_id = page.id) as sealed,
        audit_event_text(page::audit_events) as text
      from page)
    select id, sealed,
      digest is not null and xid >= ${sealedBefore} and xid < pg_snapshot_xmax(pg_current_snapshot()) as waits,
      case when digest is null then sealed else digest = sha256_hex(text) end as holds
    from compared order by id`.execute(db)
  note(
    rows.flatMap(({ id, sealed, waits, holds }): Finding[] => {
      if (!holds) return [{ kind: 'event_changed', event_id: id }]
      return sealed || waits ? [] : [{ kind: 'seal_missing', event_id: id }]
    }),
  )
  found.events += rows.length
  found.unsealed += rows.filter((row) => !row.sealed).length
  return rows.at(-1)?.id
}
