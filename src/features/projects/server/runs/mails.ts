import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import { hasGoneOut } from '#features/history/server/undo-facts.ts'
import { limitsOn } from '#features/limits/server/queries.ts'
import { mailApplicant, writtenMail } from '#features/reviews/server/applicant-mail.ts'
import type { StoredDetail } from '../queries.ts'
import type { Told } from './acts.ts'
import type { StoredRun } from './runs.ts'

/** How long a mail waits at most while its run works; the run's end lets it go. */
const heldMs = 24 * 60 * 60_000

/** Queues the mail that tells an applicant of a row that was done; false when there is no address. */
export async function tellApplicant(
  tx: Db,
  row: StoredDetail,
  told: Told,
  { event, now, baseUrl }: { event: number; now: Date; baseUrl: string },
): Promise<boolean> {
  if (row.organization_email === '') return false
  const letter = await writtenMail(tx, row, { ...told, baseUrl })
  const notBefore = new Date(now.getTime() + heldMs)
  return mailApplicant(tx, row, { template: told.template, letter, event, now, notBefore })
}

/** How many minutes after a decision its mail leaves. */
export async function minutesUntilMail(db: Db, today: Day): Promise<number> {
  return (await limitsOn(db, today)).review_mail_minutes
}

const mailsOfRun = (id: number) =>
  sql<boolean>`event_id in (
    select event_id from bulk_rows where run_id = ${id} and bulk_rows.event_id is not null)`

/** No mail leaves before its run has ended: now they may, after the minutes in which they can be stopped. */
export async function letMailsGo(
  tx: Db,
  id: number,
  { now, today }: { now: Date; today: Day },
): Promise<void> {
  const leave = new Date(now.getTime() + (await minutesUntilMail(tx, today)) * 60_000)
  await sql`
    update emails set next_attempt_at = ${leave}
    where ${mailsOfRun(id)} and state = 'queued' and attempts = 0 and next_attempt_at > ${leave}`.execute(tx)
}

/** Stops what has not left; answers how many mails that were. */
export async function stopMailsOf(tx: Db, id: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update emails set state = 'skipped', reason = 'stopped', next_attempt_at = null
    where ${mailsOfRun(id)} and state = 'queued'`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

type Mails = { id: number; sent: number; waiting: number; leave_at: Date | null }

/** How many mails of runs have gone out and how many wait, by run; runs that send none are not looked at. */
export async function mailsOfRuns(db: Db, runs: StoredRun[]): Promise<Map<number, Mails>> {
  const ids = runs.filter(({ action, input }) => action === 'mail' || input.mail === true).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Mails>`
    select run.id, mails.* from unnest(${ids}::bigint[]) as run (id)
    cross join lateral (
      select count(*) filter (where ${hasGoneOut})::int as sent,
        count(*) filter (where state = 'queued')::int as waiting,
        min(next_attempt_at) filter (where state = 'queued') as leave_at
      from emails
      where event_id in (select event_id from bulk_rows where run_id = run.id and bulk_rows.event_id is not null)
    ) mails`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
