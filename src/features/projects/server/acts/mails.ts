import { sql } from 'kysely'
import { personName } from '#server/base/person-name.ts'
import { queueMails } from '#server/mail/outbox.ts'
import type { Day } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import type { Db } from '#server/db/db.ts'
import { mailApplicant, writtenMail } from '#features/reviews/server/applicant-mail.ts'
import type { StoredDetail } from '../queries.ts'
import type { ApplicantNotice } from './acts.ts'
import { aboutRun, minutesUntilMail } from '#features/bulk-runs/server/mails.ts'
import type { StoredRun } from '#features/bulk-runs/server/stored-run.ts'

/** Longest time that a running run holds its mails; the end of the run releases them earlier. */
const heldMs = 24 * 60 * 60_000

/** Queues the mail about a changed row to its applicant; false without an address. */
export async function mailApplicantOfChange(
  tx: Db,
  row: StoredDetail,
  told: ApplicantNotice,
  { event, now, baseUrl }: { event: number; now: Date; baseUrl: string },
): Promise<boolean> {
  if (row.organization_email === '') return false
  const letter = await writtenMail(tx, row, { ...told, baseUrl })
  const notBefore = new Date(now.getTime() + heldMs)
  return mailApplicant(tx, row, { template: told.template, letter, event, now, notBefore })
}

type AssignedReviewer = {
  id: number
  email: string
  first_name: string
  last_name: string
  language: Locale
  count: number
  handed_by: string
}

/** Mails each person the number of projects that a finished run assigned to them, except the person who started it. */
export async function mailReviewers(
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
  const { rows } = await sql<AssignedReviewer>`
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
      // A retry sends a new mail with the new number.
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
