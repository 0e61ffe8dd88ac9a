import { sql } from 'kysely'
import { deleteOldKeys } from '#server/routes/idempotency.ts'
import { defineDailyJob } from '#server/work/jobs.ts'
import { deleteOldSearches } from '#server/search/search-log.ts'
import { deleteExpiredSessions } from '#server/auth/session.ts'
import { removeUnusedWords } from '#server/search/unused-words.ts'

/** The worker starts the business day before any job, and this job is the first one of a day. */
export const beginDay = defineDailyJob({
  name: 'nightly.begin_day',
  at: '00:00',
  run: async () => {},
})

/** Days for which done requests, used links and old throttles are kept. */
const keptDays = 90

/** Deletes expired rows and compacts the kept counts and totals. */
export const tidyUp = defineDailyJob({
  name: 'nightly.tidy_up',
  at: '02:30',
  run: async ({ db, now }) => {
    const old = new Date(now.getTime() - keptDays * 86_400_000)
    await deleteExpiredSessions(db, now)
    await deleteOldKeys(db, now)
    await deleteOldSearches(db, now)
    await sql`select compact_project_counts(), compact_organization_counts(),
      compact_payout_counts(), compact_additional_counts(), fold_private_gift_totals(), fold_ledger()`.execute(
      db,
    )
    await removeUnusedWords(db)
    await db.deleteFrom('account_links').where('expires_at', '<', old).execute()
    await db.deleteFrom('sign_in_failures').where('last_at', '<', old).execute()
    // Keeps each job's newest request, by which a daily job knows its last day.
    await sql`
      delete from job_requests where sent_at < ${old}
        and id not in (select max(id) from job_requests group by job)`.execute(db)
  },
})
