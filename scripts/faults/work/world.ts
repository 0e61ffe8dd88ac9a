import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { setHouseIban } from '#test/payouts.ts'
import { fillReceiptsWorld } from '../../receipts-world.ts'
import { organizationsOfExport } from './exports.ts'
import { projectsOfRun } from './bulk-runs.ts'
import { giftsOfRun } from './receipts.ts'

/** Capacity: number of runs per kind. */
type Room = { bulkRuns: number; receiptRuns: number; now: Date; today: string }

/**
 * Organizations for a background export, projects for bulk runs, and gifts for receipt runs, which are supplied run by
 * run with the slug of their issuer.
 */
export async function fillWorld(db: Db, { bulkRuns, receiptRuns, now, today }: Room) {
  await setHouseIban(db)
  // The product runs one import at a time; here each state has its own, so that one kill hits all of them.
  await sql`drop index imports_one_at_work`.execute(db)
  await sql`
    insert into organizations (slug, title, preview_token, email_contact, status, review_status, exemption_kind,
      created_at, updated_at)
    select 'known-' || n, 'Known ' || n, 'token-' || n, 'verein@example.org', 2, 2, 'public_body', ${now}, ${now}
    from generate_series(1, ${organizationsOfExport}::int) n`.execute(db)
  await sql`
    insert into projects (slug, title, organization_id, status, funding_type, needs_donation_review, created_at,
      updated_at)
    select 'project-' || n, 'Project ' || n, (select min(id) from organizations), 2, 1, true, ${now}, ${now}
    from generate_series(1, ${bulkRuns * projectsOfRun}::int) n`.execute(db)
  await fillReceiptsWorld(db, { gifts: receiptRuns * giftsOfRun, issuers: receiptRuns, now, today })
  const { rows } = await sql<{ issuer: string; gifts: string[] }>`
    select organizations.slug as issuer, array_agg(fundings.slug order by fundings.id) as gifts
    from fundings join projects on projects.id = project_id join organizations on organizations.id = organization_id
    group by organizations.slug`.execute(db)
  return () => {
    const run = rows.pop()
    if (!run) throw new Error('there are no more gifts for receipts')
    return run
  }
}
