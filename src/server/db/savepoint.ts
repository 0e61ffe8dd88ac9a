import { sql } from 'kysely'
import type { Db } from './db.ts'
import { HttpError, InvalidInput } from '../base/errors.ts'

/**
 * Runs a part of a transaction. A refusal is returned and only this part's changes are rolled back; every other error
 * passes through and ends the transaction.
 */
export async function withSavepoint<T>(
  tx: Db,
  work: () => Promise<T>,
): Promise<T | HttpError | InvalidInput> {
  await sql`savepoint part`.execute(tx)
  try {
    const result = await work()
    await sql`release savepoint part`.execute(tx)
    return result
  } catch (error) {
    if (!isRefusal(error)) throw error
    await sql`rollback to savepoint part`.execute(tx)
    return error
  }
}

/** True for an error that refuses a person's request. */
export function isRefusal(error: unknown): error is HttpError | InvalidInput {
  return error instanceof HttpError || error instanceof InvalidInput
}
