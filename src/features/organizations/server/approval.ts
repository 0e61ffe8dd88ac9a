import { sql } from 'kysely'
import type { Assess } from '#server/routes/implement.ts'
import { changeOfBankDetails } from '#features/ledger/server/bank-details.ts'
import { unpaidCents } from '#features/ledger/server/unpaid.ts'
import type { organizations } from '../contract.ts'
import { lockOrganization } from './queries.ts'

/** Shows a second person a changed bank account, to which pending payouts of the organization's projects would go. */
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
