import { sql } from 'kysely'
import { type CompanyScope, inScope } from '#server/auth/company-scope.ts'
import type { Db } from '#server/db/db.ts'
import { headerIdentity } from '../recipe.ts'
import { bookedBy, type ImportCounts } from '../work-rules.ts'
import type { ImportRecord } from './records.ts'

const shown = 5
const maxCompared = 500

/** Earlier imports in scope with the same columns, latest first. */
export async function earlierOfSource(db: Db, scope: CompanyScope, { id, kind, head }: ImportRecord) {
  const source = headerIdentity(head.columns)
  const { rows: before } = await sql<{ id: number; columns: string[] }>`
    select id, head -> 'columns' as columns from imports
    where ${inScope(scope, sql`company_id`)} and id < ${id} and kind = ${kind} and state in ('done', 'undone') order by id desc limit ${maxCompared}`.execute(
    db,
  )
  const ids = before
    .filter(({ columns }) => source !== undefined && headerIdentity(columns) === source)
    .slice(0, shown)
    .map((one) => one.id)
  const { rows } = await sql<PreviousImport>`
    select id, filename, finished_at, undone_at, counts, exists (
        select from import_uses used join imports later on later.id = used.import_id
        where used.used_id = imports.id and later.state = 'done'
      ) as is_used
    from imports where id = any(${ids}::bigint[]) order by id desc`.execute(db)
  return rows.map(({ counts, finished_at, undone_at, ...row }) => {
    const { gifts, cents } = counts ? bookedBy(counts) : { gifts: 0, cents: 0 }
    return {
      ...row,
      finished_at: finished_at?.toISOString() ?? null,
      undone_at: undone_at?.toISOString() ?? null,
      gifts,
      cents,
    }
  })
}

type PreviousImport = {
  id: number
  filename: string
  finished_at: Date | null
  undone_at: Date | null
  counts: ImportCounts | null
  is_used: boolean
}
