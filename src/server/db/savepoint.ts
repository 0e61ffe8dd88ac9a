import { sql } from 'kysely'
import type { Db } from './db.ts'
import { HttpError, InvalidInput } from '../base/errors.ts'

/**
 * Does a part of a transaction. What it is refused with is answered, and its changes alone are taken back; every other
 * error passes through and ends the transaction.
 */
export async function behindSavepoint<T>(
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

/** True for what a person is refused with. */
export function isRefusal(error: unknown): error is HttpError | InvalidInput {
  return error instanceof HttpError || error instanceof InvalidInput
}
