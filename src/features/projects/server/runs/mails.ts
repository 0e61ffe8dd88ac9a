import { type RawBuilder, sql } from 'kysely'
import { personName } from '#server/person-name.ts'
import { queueMails } from '#server/mail.ts'
import type { Day } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import type { Db } from '#server/db/db.ts'
import { hasGoneOut } from '#features/history/server/undo-facts.ts'
import { limitsOn } from '#features/limits/server/queries.ts'
import { mailApplicant, writtenMail } from '#features/reviews/server/applicant-mail.ts'
import type { StoredDetail } from '../queries.ts'
import type { Told } from './acts.ts'
import type { StoredRun } from './stored-run.ts'

/** What mails about a run as a whole say they are about. */
const aboutRun = 'bulk_run'

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

/** The mails of a run's rows, and those that tell reviewers of it as a whole. */
const idsOfMails = (id: number | RawBuilder<unknown>) => sql`
  select id from emails where event_id in (
    select event_id from bulk_rows where run_id = ${id} and bulk_rows.event_id is not null)
  union all select id from emails where object_type = ${aboutRun} and object_id = ${id}`
const mailsOfRun = (id: number) => sql<boolean>`id in (${idsOfMails(id)})`

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

type Given = {
  id: number
  email: string
  first_name: string
  last_name: string
  language: Locale
  count: number
  handed_by: string
}

/** Tells who has been given projects by an ended run how many they are; nobody is told of what they gave themselves. */
export async function tellReviewers(
  tx: Db,
  run: StoredRun,
  { now, today, baseUrl }: { now: Date; today: Day; baseUrl: string },
): Promise<void> {
  const {
    tell,
    note,
    reviewer = null,
  } = run.input as { tell?: boolean; note?: string; reviewer?: number | null }
  if (!tell) return
  const { rows } = await sql<Given>`
    select users.id, users.email, users.first_name, users.last_name, users.language, given.count, (select ${personName} from users where users.id = ${run.user_id}) as handed_by
    from (
      select coalesce(given_to, ${reviewer}::bigint) as person, count(*)::int as count
      from bulk_rows where run_id = ${run.id} and state = 'done' group by 1
    ) given join users on users.id = given.person
    where users.id <> ${run.user_id} and users.state = 'active' order by users.id`.execute(tx)
  const notBefore = new Date(now.getTime() + (await minutesUntilMail(tx, today)) * 60_000)
  await queueMails(
    tx,
    rows.map(({ id, email, first_name, last_name, language, count, handed_by }) => ({
      template: 'review_handed_over',
      to: { user_id: id, email, name: `${first_name} ${last_name}`.trim(), language },
      object: { type: aboutRun, id: run.id },
      // Another try of what had failed is told with the new number.
      occasion: String(count),
      data: {
        handed_by,
        count: String(count),
        note: note ?? '',
        link: `${baseUrl}/site-admin/projects/?reviewer=me&needs_review=review,voting_review`,
      },
      notBefore,
      now,
    })),
  )
}

/** Keeps what tells reviewers of a run from leaving: it is undone. */
export async function stopHandOver(tx: Db, id: number): Promise<void> {
  await sql`
    update emails set state = 'skipped', reason = 'undone', next_attempt_at = null
    where object_type = ${aboutRun} and object_id = ${id} and state = 'queued'`.execute(tx)
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
  const ids = runs
    .filter(({ action, input }) => action === 'mail' || input.mail === true || input.tell === true)
    .map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Mails>`
    select run.id, mails.* from unnest(${ids}::bigint[]) as run (id)
    cross join lateral (
      select count(*) filter (where ${hasGoneOut})::int as sent,
        count(*) filter (where state = 'queued')::int as waiting,
        min(next_attempt_at) filter (where state = 'queued') as leave_at
      from emails where id in (${idsOfMails(sql`run.id`)})
    ) mails`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
