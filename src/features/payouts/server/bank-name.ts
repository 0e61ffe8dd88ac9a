import { sql } from 'kysely'
import { normalIban } from '#shared/bank-details.ts'
import type { Day } from '#shared/dates.ts'
import type { Assessment } from '#server/routes/assessment.ts'
import { audit, type AuditContext, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, notFound } from '#server/base/errors.ts'
import type { Assess } from '#server/routes/implement.ts'
import { atStake } from '#features/ledger/server/bank-details.ts'
import { unpaidCents } from '#features/ledger/server/unpaid.ts'
import { lockAccount } from '#features/individual-bank-accounts/server/queries.ts'
import { changeOrganization } from '#features/organizations/server/change.ts'
import { lockOrganization } from '#features/organizations/server/queries.ts'
import type { payouts } from '../contract.ts'
import { bankAnswerOfPayout, type Stored } from './bank-answers.ts'

/** Shows a second person the new account holder, because unpaid payouts would go out under that name. */
export const assessBankName: Assess<typeof payouts.takeBankName> = async ({ db, params, body }) => {
  const payee = await payeeOf(db, params.slug, body.bank_name)
  if (payee.holder === body.bank_name) return undefined
  const holder = { before: payee.holder || '–', after: body.bank_name }
  const amount_cents = await unpaidCents(
    db,
    payee.type === 'organization'
      ? sql<boolean>`organization_id = ${payee.row.id}::bigint and individual_bank_account_id is null`
      : sql<boolean>`individual_bank_account_id = ${payee.row.id}::bigint`,
  )
  const { id, slug, title } = payee.row
  return {
    amount_cents,
    about: { type: payee.type, slug, title },
    targets: [`${payee.type}:${id}`],
    effects: [{ key: 'approvals.effects.holder', values: holder }, atStake(amount_cents)],
  } satisfies Assessment
}

/**
 * Sets the account holder of a payout's recipient to the name at the bank: on the organization, or on the project's own
 * account. Returns the payout's id. Guards: 404 for an unknown payout; 409 `no_bank_name` when the latest answer is no
 * close match with exactly this name, or the payout now goes to another account.
 */
export async function adoptBankName(
  tx: Db,
  context: AuditContext & { today: Day },
  slug: string,
  name: string,
): Promise<number> {
  const payee = await payeeOf(tx, slug, name)
  if (payee.type === 'organization')
    await changeOrganization(tx, context, payee.row, { bank_account_holder: name })
  else if (payee.holder !== name) {
    const { id, title, version } = payee.row
    await tx
      .updateTable('individual_bank_accounts')
      .set({ title: name, version: version + 1 })
      .where('id', '=', id)
      .execute()
    await audit(tx, context, {
      action: 'change',
      ...auditOf('individual_bank_account', { id, title: name }),
      before: { title },
      after: { title: name },
    })
  }
  return payee.payout_id
}

type Payee = { payout_id: number; holder: string } & (
  | { type: 'organization'; row: Awaited<ReturnType<typeof lockOrganization>> }
  | { type: 'individual_bank_account'; row: Awaited<ReturnType<typeof lockAccount>> }
)

/** Locks the payout's recipient if the bank's latest answer is a close match with this name. */
async function payeeOf(tx: Db, slug: string, name: string): Promise<Payee> {
  const { rows } = await sql<{
    id: number
    said: Stored | null
    organization: string
    account: string | null
    iban: string | null
  }>`
    select payouts.id, ${bankAnswerOfPayout('verification')} as said, organization.slug as organization,
      account.slug as account, item.iban
    from payouts join projects on projects.id = payouts.project_id
    join organizations organization on organization.id = projects.organization_id
    left join individual_bank_accounts account on account.id = projects.individual_bank_account_id
    left join payment_file_items item on item.payout_id = payouts.id and item.file_id = payouts.payment_file_id
    where payouts.slug = ${slug}`.execute(tx)
  const payout = rows[0]
  if (!payout) throw notFound()
  const { id: payout_id, said, organization, account, iban } = payout
  if (said?.status !== 'RVMC' || said.bank_name !== name) throw conflict('no_bank_name')
  // The name belongs to the account in the file; the payout may now go to another one.
  const refuseOther = (row: { iban: string }) => {
    if (normalIban(row.iban) !== iban) throw conflict('no_bank_name')
  }
  if (account !== null) {
    const row = await lockAccount(tx, account)
    refuseOther(row)
    return { payout_id, type: 'individual_bank_account', holder: row.title, row }
  }
  const row = await lockOrganization(tx, organization)
  refuseOther(row)
  return { payout_id, type: 'organization', holder: row.bank_account_holder, row }
}
