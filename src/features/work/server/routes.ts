import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { FollowedWork, OwnWork } from '#server/work/long-work.ts'
import { implement } from '#server/routes/implement.ts'
import { ownWork, type Work } from '../contract.ts'

const mostShown = 20
const dayMs = 86_400_000

/** The person's long work of all given kinds. */
export const workRoutes = (kinds: () => readonly Partial<FollowedWork>[]) =>
  implement(ownWork, {
    list: async ({ reader, user, now }) => ({
      results: (
        await listOwnWork(reader, kinds(), { user: user.id, since: new Date(now.getTime() - dayMs) })
      ).map(present),
    }),
  })

type Reader = Parameters<FollowedWork['own']>[0]

async function listOwnWork(
  db: Db,
  kinds: readonly Partial<FollowedWork>[],
  asking: Reader,
): Promise<OwnWork[]> {
  const { rows } = await sql<OwnWork>`
    select * from (${ofAllKinds(kinds, asking)}) as work
    order by state = 'working' desc, asked_at desc, kind, id limit ${mostShown}`.execute(db)
  return rows
}

/** Number of active items of long work, as a scalar query. */
export const workUnderWay = (kinds: readonly Partial<FollowedWork>[], asking: Reader) =>
  sql`select count(*)::int from (${ofAllKinds(kinds, asking)}) as work where state = 'working'`

const ofAllKinds = (kinds: readonly Partial<FollowedWork>[], asking: Reader) =>
  sql.join(
    kinds.flatMap(({ own }) => (own ? [sql`(${own(asking)})`] : [])),
    sql` union all `,
  )

const present = ({ asked_at, done, total, ...work }: OwnWork): Work => ({
  ...work,
  asked_at: asked_at.toISOString(),
  done: Number(done),
  total: total === null ? null : Number(total),
})
