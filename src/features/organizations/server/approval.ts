import { sql } from 'kysely'
import type { Assess } from '#server/routes/implement.ts'
import { changeOfBankDetails } from '#features/ledger/server/bank-details.ts'
import { unpaidCents } from '#features/ledger/server/unpaid.ts'
import type { organizations } from '../contract.ts'
import { lockOrganization } from './queries.ts'

/** A changed bank account, as shown to the second person: pending payouts of its projects would go there. */
export const assessOrganization: Assess<typeof organizations.change> = async ({ db, params, body }) => {
  const { id, slug, title, iban, bic, bank_account_holder } = await lockOrganization(db, params.slug)
  return changeOfBankDetails({ iban, bic, bank_account_holder }, body, {
    about: { type: 'organization', slug, title },
    targets: [`organization:${id}`],
    amount_cents: await unpaidCents(
      db,
      sql<boolean>`organization_id = ${id}::bigint and individual_bank_account_id is null`,
    ),
  })
}
