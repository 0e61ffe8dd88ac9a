import { sql } from 'kysely'
import type { Assess } from '#server/routes/implement.ts'
import { changeOfBankDetails } from '#features/ledger/server/bank-details.ts'
import { unpaidCents } from '#features/ledger/server/unpaid.ts'
import type { individualBankAccounts } from '../contract.ts'
import { lockAccount } from './queries.ts'

/** Shows a second person a changed IBAN of a project account. */
export const assessAccount: Assess<typeof individualBankAccounts.change> = async ({ db, params, body }) => {
  const { id, slug, title, iban } = await lockAccount(db, params.slug)
  return changeOfBankDetails({ iban }, body, {
    about: { type: 'individual_bank_account', slug, title },
    targets: [`individual_bank_account:${id}`],
    amount_cents: await unpaidCents(db, sql<boolean>`individual_bank_account_id = ${id}::bigint`),
  })
}
