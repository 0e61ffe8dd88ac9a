import { sql } from 'kysely'
import type { Assess } from '#server/routes/implement.ts'
import { changeOfBankDetails } from '#features/ledger/server/bank-details.ts'
import type { bankAccounts } from '../contract.ts'
import { lockAccount } from './queries.ts'

/** Shows a second person a changed IBAN of an own account, from which payouts leave. */
export const assessOwnAccount: Assess<typeof bankAccounts.change> = async ({ db, params, body }) => {
  const { id, slug, title, holder, iban, bic } = await lockAccount(db, params.slug)
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from payouts where state in ('open', 'exported')`.execute(
    db,
  )
  return changeOfBankDetails({ holder, iban, bic }, body, {
    about: { type: 'bank_account', slug, title },
    targets: [`bank_account:${id}`],
    amount_cents: rows[0]!.cents,
  })
}
