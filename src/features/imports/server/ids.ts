import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { longTransaction } from './progress.ts'

/** The offset from a row's place in the file to the id of its new organization or project. */
export type FirstIds = { organizations: number; projects: number }

/** Reserves ids for as many new organizations and projects as a file has rows, so that ids follow file order. */
export async function reserveIds(db: Db, rows: number): Promise<FirstIds> {
  return {
    organizations: await reserve(db, 'organizations', rows),
    projects: await reserve(db, 'projects', rows),
  }
}

/** The lock prevents others from drawing an id between the two halves of the statement. */
async function reserve(db: Db, table: keyof FirstIds, rows: number): Promise<number> {
  return longTransaction(db, async (tx) => {
    await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx)
    const sequence = sql`pg_get_serial_sequence(${table}, 'id')`
    const { rows: answer } = await sql<{ last: number }>`
      select setval(${sequence}, nextval(${sequence}) + ${rows}::bigint) as last`.execute(tx)
    return answer[0]!.last - rows
  })
}
