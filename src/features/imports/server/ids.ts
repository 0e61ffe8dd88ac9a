import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { longTransaction } from './progress.ts'

/** What is added to a row's place in the file to make the id of the organization or project it begins. */
export type FirstIds = { organizations: number; projects: number }

/** Sets ids aside for as many new organizations and projects as a file has rows, so that they follow its order. */
export async function reserveIds(db: Db, rows: number): Promise<FirstIds> {
  return {
    organizations: await reserve(db, 'organizations', rows),
    projects: await reserve(db, 'projects', rows),
  }
}

/** The lock keeps everybody from drawing an id between the two halves of the statement. */
async function reserve(db: Db, table: keyof FirstIds, rows: number): Promise<number> {
  return longTransaction(db, async (tx) => {
    await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx)
    const sequence = sql`pg_get_serial_sequence(${table}, 'id')`
    const { rows: answer } = await sql<{ last: number }>`
      select setval(${sequence}, nextval(${sequence}) + ${rows}::bigint) as last`.execute(tx)
    return answer[0]!.last - rows
  })
}
