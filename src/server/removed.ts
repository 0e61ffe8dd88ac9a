import { type RawBuilder, sql } from 'kysely'

/**
 * Projects and organizations that were removed with their import have this status: their rows stay for the ledger alone
 * (docs/decisions/0041). Every list, count and search leaves them out; no address leads to them.
 */
export const removedStatus = 4

/** What is there, in a statement about projects or organizations, or about their kept counts. */
export const notRemoved = sql<boolean>`status <> ${sql.lit(removedStatus)}`

/** The same of a table by its name in a statement that reads several. */
export const notRemovedOf = (table: string) =>
  sql<boolean>`${sql.ref(`${table}.status`)} <> ${sql.lit(removedStatus)}`

/** The status of what is in the archive; all before it are in use, and what was removed stands behind it. */
export const archivedStatus = 3

/**
 * Which of what is there a list asks for. One comparison says both "not in the archive" and "not removed": every row of the
 * kept counts is asked, and the planner reads each condition again for every index.
 */
export function askedByStatus(query: {
  archived?: boolean | undefined
  exclude_status?: 'archived' | undefined
}): RawBuilder<boolean>[] {
  const inUse = query.archived === false || query.exclude_status === 'archived'
  const parts = [
    ...(query.archived === true ? [sql<boolean>`status = ${sql.lit(archivedStatus)}`] : []),
    ...(inUse ? [sql<boolean>`status < ${sql.lit(archivedStatus)}`] : []),
  ]
  return parts.length > 0 ? parts : [notRemoved]
}
