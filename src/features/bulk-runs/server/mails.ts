import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import { wasSent } from '#features/history/server/undo-facts.ts'
import { limitsOn } from '#features/limits/server/queries.ts'
import type { StoredRun } from './stored-run.ts'

/** Object type of mails about a run as a whole. */
export const aboutRun = 'bulk_run'

export async function minutesUntilMail(db: Db, today: Day): Promise<number> {
  return (await limitsOn(db, today)).review_mail_minutes
}

/** The mails about a run's rows and those to reviewers about the whole run. */
const idsOfMails = (id: number | RawBuilder<unknown>) => sql`
  select id from emails where event_id in (
    select event_id from bulk_rows where run_id = ${id} and bulk_rows.event_id is not null)
  union all select id from emails where object_type = ${aboutRun} and object_id = ${id}`
const mailsOfRun = (id: number) => sql<boolean>`id in (${idsOfMails(id)})`

/** Releases the mails of an ended run; they are sent after the minutes in which they can be stopped. */
export async function releaseMails(
  tx: Db,
  id: number,
  { now, today }: { now: Date; today: Day },
): Promise<void> {
  const leave = new Date(now.getTime() + (await minutesUntilMail(tx, today)) * 60_000)
  await sql`
    update emails set next_attempt_at = ${leave}
    where ${mailsOfRun(id)} and state = 'queued' and attempts = 0 and next_attempt_at > ${leave}`.execute(tx)
}

/** Stops mails to reviewers about a run, because it is being undone. */
export async function stopHandOver(tx: Db, id: number): Promise<void> {
  await sql`
    update emails set state = 'skipped', reason = 'undone', next_attempt_at = null
    where object_type = ${aboutRun} and object_id = ${id} and state = 'queued'`.execute(tx)
}

/** Stops queued mails; returns their number. */
export async function stopMailsOf(tx: Db, id: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update emails set state = 'skipped', reason = 'stopped', next_attempt_at = null
    where ${mailsOfRun(id)} and state = 'queued'`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

type Mails = { id: number; sent: number; waiting: number; leave_at: Date | null }

/** Sent and waiting mails by run, for acts that send mails. */
export async function mailsOfRuns(db: Db, runs: StoredRun[]): Promise<Map<number, Mails>> {
  const ids = runs
    .filter(({ action, input }) => action === 'mail' || input.mail === true || input.tell === true)
    .map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Mails>`
    select run.id, mails.* from unnest(${ids}::bigint[]) as run (id)
    cross join lateral (
      select count(*) filter (where ${wasSent})::int as sent,
        count(*) filter (where state = 'queued')::int as waiting,
        min(next_attempt_at) filter (where state = 'queued') as leave_at
      from emails where id in (${idsOfMails(sql`run.id`)})
    ) mails`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
