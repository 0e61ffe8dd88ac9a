import { type RawBuilder, sql } from 'kysely'
import { dayOf } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import { organizations } from '#features/organizations/contract.ts'
import { selectableOrganizations } from '#features/organizations/server/list.ts'
import { projects } from '#features/projects/contract.ts'
import { selectableProjects } from '#features/projects/server/list.ts'
import { summaryOf, timed } from './timed.ts'

/** The tables that can answer a filter, smallest first; the last holds the rows themselves. */
const cases = [
  {
    tables: ['project_usual_counts', 'project_counts', 'projects'],
    condition: selectableProjects.condition(
      projects.list.query.parse({ status: 'complete', funding_type: '1' }),
    ),
  },
  {
    tables: ['organization_counts', 'organizations'],
    condition: selectableOrganizations(dayOf(new Date())).condition(
      organizations.list.query.parse({ status: 'complete' }),
    ),
  },
]

/**
 * What the kept counts save and cost: the same count from every table that answers it, and a change of 200 projects with
 * and without the triggers that maintain the smaller sum. Warm, one caller.
 */
export async function measureKeptCounts(db: Db, rounds = 9): Promise<string[]> {
  const lines: string[] = []
  for (const { tables, condition } of cases) {
    const answers = new Set<number>()
    for (const table of tables) {
      const count = async (number: RawBuilder<unknown>, where: RawBuilder<unknown>) => {
        const { rows } = await sql<{ n: number }>`
          select ${number}::bigint as n from ${sql.table(table)} where ${where}`.execute(db)
        return rows[0]!.n
      }
      // oxlint-disable no-await-in-loop -- one caller
      const size = await count(sql`count(*)`, sql`true`)
      const number = table === tables.at(-1) ? sql`count(*)` : sql`sum(n)`
      const { took, answer } = await timed(rounds, () => count(number, condition))
      // oxlint-enable no-await-in-loop
      answers.add(answer)
      lines.push(`a count from ${table} (${size} rows): ${took}`)
    }
    if (answers.size !== 1) throw new Error(`the counts differ: ${[...answers].join(', ')}`)
  }
  for (const state of ['enable', 'disable']) {
    // oxlint-disable-next-line no-await-in-loop -- one caller
    const took = await changeRows(db, state, rounds)
    lines.push(`a change of 200 projects, smaller sum ${state}d: ${took}`)
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
  return summaryOf(times.slice(1))
}
