import type { Db } from '#server/db/db.ts'
import { projects } from '#features/projects/contract.ts'
import { resolveQuery } from '#features/projects/server/list.ts'
import { countsOf } from '#features/projects/server/views.ts'
import { productViews } from '#features/projects/views/rules.ts'
import { openQueue, queueOf } from '#features/review-queue/server/queue.ts'
import { timed } from './timed.ts'

/** Personal views in addition to the product's: a search, relations, a sum and a day. */
const own = ['search=garten', 'proof_status=none&status=complete', 'goal=100000..500000&ends=today..+30']

/** Calls around the list of projects, warm, one caller: the counts of saved views, and opening a review queue. */
export async function measureDesk(db: Db, rounds = 9): Promise<string[]> {
  const me = { id: 1, user_type: 'staff', company_id: null }
  const views = [...productViews.map(({ query }) => query), ...own]
  const counts = await timed(rounds, () => countsOf(db, views, me))
  const lines = [`counts of ${views.length} saved views: ${counts.took} (${counts.answer.join(', ')})`]
  for (const sort of ['waiting', 'list'] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one caller
    const { took, answer } = await timed(rounds, async () => {
      const asked = await resolveQuery(db, projects.list.query.parse({ needs_review: 'review' }), me)
      return openQueue(db, queueOf(asked).query, sort)
    })
    const order = sort === 'waiting' ? 'longest waiting first' : 'in the order of the list'
    lines.push(`queue of ${answer.count} opened, ${order}: ${took}, ${answer.slugs.length} in it`)
  }
  return lines
}
