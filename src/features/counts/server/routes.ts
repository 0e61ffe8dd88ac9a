import { type RawBuilder, sql } from 'kysely'
import { can } from '#shared/permissions.ts'
import { isCompanyUser } from '#server/auth/company-scope.ts'
import type { Db } from '#server/db/db.ts'
import type { FollowedWork } from '#server/work/long-work.ts'
import { implement } from '#server/routes/implement.ts'
import { openLineCount } from '#features/bank-statements/server/lines.ts'
import { projectsToReview } from '#features/dashboard/lists.ts'
import { mayWaitFor } from '#features/dashboard/waiting.ts'
import { payouts } from '#features/payouts/contract.ts'
import { payoutSum } from '#features/payouts/server/list.ts'
import { projects } from '#features/projects/contract.ts'
import { projectCount } from '#features/projects/server/list.ts'
import { workUnderWay } from '#features/work/server/routes.ts'
import { counts } from '../contract.ts'

const toReview = projects.list.query.parse(projectsToReview)
const payoutsOf = (query: object) =>
  sql`select count from (${payoutSum(payouts.list.query.parse(query))}) of_payouts`

type Count = 'payouts_open' | 'payouts_exported' | 'lines_to_match' | 'reviews' | 'work'

/** Waiting items, for the navigation and the payout tabs; company users see no list of payouts or statements. */
export const countRoutes = (kinds: () => readonly Partial<FollowedWork>[]) =>
  implement(counts, {
    read: ({ reader, user, now }) =>
      readCounts(reader, {
        work: workUnderWay(kinds(), { user: user.id, since: now }),
        ...(mayWaitFor(user, 'reviews') && { reviews: projectCount(toReview) }),
        ...(can(user, 'view_payouts') &&
          !isCompanyUser(user) && {
            payouts_open: payoutsOf({ state: 'open' }),
            payouts_exported: payoutsOf({ state: 'exported' }),
          }),
        ...(mayWaitFor(user, 'lines') && { lines_to_match: openLineCount }),
      }),
  })

/** All in one statement. */
async function readCounts(
  db: Db,
  asked: Partial<Record<Count, RawBuilder<unknown>>>,
): Promise<Partial<Record<Count, number>>> {
  const columns = Object.entries(asked).map(([name, count]) => sql`(${count}) as ${sql.ref(name)}`)
  const { rows } = await sql<Record<Count, number>>`select ${sql.join(columns)}`.execute(db)
  return rows[0]!
}
