import { sql } from 'kysely'

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
