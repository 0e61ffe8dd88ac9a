import { type RawBuilder, sql } from 'kysely'
import { can } from '#shared/permissions.ts'
import type { Db } from '#server/db/db.ts'
import { implement } from '#server/routes.ts'
import { organizations } from '#features/organizations/contract.ts'
import { organizationCount } from '#features/organizations/server/list.ts'
import { payouts } from '#features/payouts/contract.ts'
import { payoutSum } from '#features/payouts/server/list.ts'
import { projects } from '#features/projects/contract.ts'
import { projectCount } from '#features/projects/server/list.ts'
import { counts } from '../contract.ts'

// As the pages of what is in work ask.
const inWork = { exclude_status: 'archived' }
const projectsInWork = projects.list.query.parse(inWork)
const organizationsInWork = organizations.list.query.parse(inWork)
const payoutsOf = (query: object) =>
  sql`select count from (${payoutSum(payouts.list.query.parse(query))}) of_payouts`

type Count = 'projects' | 'organizations' | 'payouts' | 'payouts_open' | 'payouts_exported'

/** The counts beside the entries of the navigation, from the kept counts. */
export const countRoutes = implement(counts, {
  read: ({ reader, user, today }) =>
    readCounts(reader, {
      ...(can(user, 'view_projects') && { projects: projectCount(projectsInWork) }),
      ...(can(user, 'view_organizations') && {
        organizations: organizationCount(organizationsInWork, today),
      }),
      ...(can(user, 'view_payouts') && {
        payouts: payoutsOf({}),
        payouts_open: payoutsOf({ state: 'open' }),
        payouts_exported: payoutsOf({ state: 'exported' }),
      }),
    }),
})

/** All in one statement; nothing is asked where nothing may be seen. */
async function readCounts(
  db: Db,
  asked: Partial<Record<Count, RawBuilder<unknown>>>,
): Promise<Partial<Record<Count, number>>> {
  const columns = Object.entries(asked).map(([name, count]) => sql`(${count}) as ${sql.ref(name)}`)
  if (columns.length === 0) return {}
  const { rows } = await sql<Record<Count, number>>`select ${sql.join(columns)}`.execute(db)
  return rows[0]!
}
