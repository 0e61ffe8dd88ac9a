import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'

/** Cancels payouts of imported history whose gifts were reversed, so that no list shows them. */
export async function cancelImportedPayouts(tx: Db, ids: readonly number[], today: Day): Promise<void> {
  await sql`
    update payouts set state = 'cancelled', paid_on = null, arrived_on = null, bank_account_id = null,
      undone_on = ${today}::date, version = version + 1
    where id = any(${[...ids]}::bigint[])`.execute(tx)
}
