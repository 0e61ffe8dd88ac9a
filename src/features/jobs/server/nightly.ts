import { sql } from 'kysely'
import { forgetOldKeys } from '#server/routes/idempotency.ts'
import { defineDailyJob } from '#server/work/jobs.ts'
import { forgetOldSearches } from '#server/search/search-log.ts'
import { deleteExpiredSessions } from '#server/auth/session.ts'
import { removeLostWords } from '#server/search/unused-words.ts'

/** At midnight the business day begins: the worker starts it before any job, and this is the first. */
export const beginDay = defineDailyJob({
  name: 'nightly.begin_day',
  at: '00:00',
  run: async () => {},
})

/** Retention of done requests, used links and old throttles. */
const keptDays = 90

/** Deletes expired rows and compacts the kept counts and totals. */
export const tidyUp = defineDailyJob({
  name: 'nightly.tidy_up',
  at: '02:30',
  run: async ({ db, now }) => {
    const old = new Date(now.getTime() - keptDays * 86_400_000)
    await deleteExpiredSessions(db, now)
    await forgetOldKeys(db, now)
    await forgetOldSearches(db, now)
    await sql`select compact_project_counts(), compact_organization_counts(),
      compact_payout_counts(), compact_additional_counts(), fold_private_gift_totals(), fold_ledger()`.execute(
      db,
    )
    await removeLostWords(db)
    await db.deleteFrom('account_links').where('expires_at', '<', old).execute()
    await db.deleteFrom('sign_in_failures').where('last_at', '<', old).execute()
    // The newest request of a job stays: a daily job asks it which day was done last.
    await sql`
      delete from job_requests where sent_at < ${old}
        and id not in (select max(id) from job_requests group by job)`.execute(db)
  },
})
