import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { projects } from '#features/projects/contract.ts'
import { selectableProjects } from '#features/projects/server/list.ts'
import { timed } from './timed.ts'

/** Filters by the smallest table of kept counts that answers them. */
const cases: Record<'coarse' | 'usual', Record<string, string>> = {
  coarse: { status: 'complete', needs_review: 'review' },
  usual: { status: 'complete', funding_type: '1' },
}
/** Tables that answer them, the smallest first; the last one counts the rows. */
const tables = ['project_coarse_counts', 'project_usual_counts', 'project_counts', 'projects'] as const

/**
 * What each tier of the kept counts saves and costs: the same count from every table that has the columns, and a change
 * of 200 projects with and without the triggers that maintain the two smaller ones. Warm, one caller.
 */
export async function measureKeptCounts(db: Db, rounds = 9): Promise<string[]> {
  const lines: string[] = []
  for (const table of tables) {
    // oxlint-disable-next-line no-await-in-loop -- one caller
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)
    lines.push(`${table}: ${rows[0]!.n} rows`)
  }
  for (const [tier, filters] of Object.entries(cases)) {
    const condition = selectableProjects.condition(projects.list.query.parse(filters))
    const answers = new Set<number>()
    for (const table of tables.slice(tier === 'coarse' ? 0 : 1)) {
      const number = table === 'projects' ? sql`count(*)` : sql`sum(n)`
      // oxlint-disable-next-line no-await-in-loop -- one caller
      const { took, answer } = await timed(rounds, async () => {
        const { rows } = await sql<{ n: number }>`
          select ${number}::bigint as n from ${sql.table(table)} where ${condition}`.execute(db)
        return rows[0]!.n
      })
      answers.add(answer)
      lines.push(`count by ${Object.keys(filters).join(' and ')} from ${table}: ${took}`)
    }
    if (answers.size !== 1) throw new Error(`the counts differ: ${[...answers].join(', ')}`)
  }
  for (const state of ['enable', 'disable']) {
    // oxlint-disable-next-line no-await-in-loop -- one caller
    const took = await changeRows(db, state, rounds)
    lines.push(`change of 200 projects, smaller tiers ${state}d: ${took}`)
  }
  return lines
}

/** Changes and rolls back, so that each round finds the same rows. */
async function changeRows(db: Db, state: string, rounds: number): Promise<string> {
  const undone = new Error('undone')
  const times: number[] = []
  for (let round = 0; round <= rounds; round++) {
    // oxlint-disable-next-line no-await-in-loop -- one caller
    await db
      .transaction()
      .execute(async (tx) => {
        await sql`alter table project_counts ${sql.raw(state)} trigger user`.execute(tx)
        const started = performance.now()
        await sql`
          update projects set internal_status_id = null, review_status = null, updated_at = updated_at + interval '1 ms'
          where id in (select id from projects order by id limit 200)`.execute(tx)
        times.push(performance.now() - started)
        throw undone
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error
      })
  }
  const inOrder = times.slice(1).toSorted((a, b) => a - b)
  return `${inOrder[inOrder.length >> 1]!.toFixed(1)} ms, at most ${inOrder.at(-1)!.toFixed(1)}`
}
