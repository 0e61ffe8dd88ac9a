import { sql } from 'kysely'
import { foldName } from '#shared/normalize.ts'
import { audit, type AuditContext, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, invalid } from '#server/base/errors.ts'
import { canChange, type ImportState } from '../work-rules.ts'
import { classesOf, type NameClass, type NamePair } from '../same-names.ts'
import { unchecked } from './change.ts'
import { clearStaging, type ImportRecord } from './records.ts'

/** Names declared to mean one organization, by folded name. */
export async function sameNames(db: Db): Promise<Map<string, NameClass>> {
  const { rows } = await sql<NamePair>`
    select one, other, one_title, other_title from organization_name_pairs
    where is_same order by one, other`.execute(db)
  return classesOf(rows)
}

/** True when somebody decided on names since then. */
export async function wasDecidedSince(db: Db, at: Date): Promise<boolean> {
  const { rows } = await sql`select from organization_name_pairs where decided_at >= ${at} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

export type NameDecision = { one: string; other: string; is_same: boolean }

/**
 * Stores decisions on names for this and all later files. The import must be checked again, because its rows may now
 * match other organizations.
 */
export async function decideNames(
  tx: Db,
  {
    record,
    decided,
    auditContext,
  }: { record: ImportRecord; decided: NameDecision[]; auditContext: AuditContext },
): Promise<void> {
  if (!canChange(record.state as ImportState)) throw conflict('import_at_work')
  if (decided.some(({ one, other }) => foldName(one) === foldName(other)))
    throw invalid({ names: 'imports.one_name' })
  const { actor, now } = auditContext
  const rows = decided.map(({ one, other, is_same }) => {
    const named = [one, other].map((title) => ({ key: foldName(title), title }))
    const [first, second] = named[0]!.key < named[1]!.key ? named : named.toReversed()
    return {
      one: first!.key,
      other: second!.key,
      one_title: first!.title,
      other_title: second!.title,
      is_same,
      decided_by: actor.id,
      decided_at: now,
    }
  })
  for (const row of rows)
    await tx
      .insertInto('organization_name_pairs')
      .values(row)
      .onConflict((on) => on.columns(['one', 'other']).doUpdateSet(row))
      .execute()
  await clearStaging(tx, record.id)
  await tx
    .updateTable('imports')
    .set({ ...unchecked, updated_at: now })
    .where('id', '=', record.id)
    .execute()
  await audit(tx, auditContext, {
    action: 'change',
    ...auditOf('import', { id: record.id, title: record.filename }),
    after: { names: decided },
  })
}
