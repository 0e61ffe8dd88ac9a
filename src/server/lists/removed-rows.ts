import { type RawBuilder, sql } from 'kysely'
import { recordStatus } from '#shared/statuses.ts'

/**
 * Leaves out rows removed with their import, in a statement about projects, organizations or their kept counts. Every
 * list, count and search applies it; no address leads to a removed row.
 */
export const notRemoved = sql<boolean>`status <> ${sql.lit(recordStatus.removed)}`

/** The same for a named table in a statement that reads several. */
export const notRemovedOf = (table: string) =>
  sql<boolean>`${sql.ref(`${table}.status`)} <> ${sql.lit(recordStatus.removed)}`

/** Neither archived nor removed; phrased like the partial indexes, so that they are used. */
export const isInUse = sql<boolean>`status in (${sql.lit(recordStatus.inProgress)}, ${sql.lit(recordStatus.complete)})`

/**
 * Status condition of a list: active, archived or both. One comparison covers both "not archived" and "not removed",
 * because it is evaluated for every row of the kept counts, and the planner considers each condition for every index.
 */
export function statusConditions(query: {
  archived?: boolean | undefined
  exclude_status?: 'archived' | undefined
}): RawBuilder<boolean>[] {
  const inUse = query.archived === false || query.exclude_status === 'archived'
  const parts = [
    ...(query.archived === true ? [sql<boolean>`status = ${sql.lit(recordStatus.archived)}`] : []),
    ...(inUse ? [sql<boolean>`status < ${sql.lit(recordStatus.archived)}`] : []),
  ]
  return parts.length > 0 ? parts : [notRemoved]
}
