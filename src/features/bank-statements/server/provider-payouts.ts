import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { accountId } from '#features/ledger/server/accounts.ts'

type ProviderPayout = { provider: string; amount_cents: number }

/**
 * Provider and bank both report a provider's payout, in any order: the first report moves it, the second one only notes
 * it. Both use these functions; locking the provider's account serializes them.
 */
async function lockProvider(tx: Db, provider: string): Promise<number> {
  const psp = await accountId(tx, { kind: 'psp', provider })
  await sql`select from ledger_accounts where id = ${psp}::bigint for no key update`.execute(tx)
  return psp
}

/** The bank's account to which a provider's report booked a payout, if no line matches it yet. */
export async function reportedPayoutWithoutLine(
  tx: Db,
  { provider, amount_cents }: ProviderPayout,
): Promise<number | undefined> {
  const psp = await lockProvider(tx, provider)
  const { rows } = await sql<{ bank: number }>`
    select debit_account_id as bank from (${bookedPayouts(psp, amount_cents)}) booked
    order by id offset (${linesOf({ provider, amount_cents }, 'told')}) limit 1`.execute(tx)
  return rows[0]?.bank
}

/** True when a line moved a payout of that amount that the provider has not reported yet. */
export async function hasLineForPayout(tx: Db, { provider, amount_cents }: ProviderPayout): Promise<boolean> {
  const psp = await lockProvider(tx, provider)
  const { rows } = await sql<{ lines: number; left_to_lines: number }>`
    select (${linesOf({ provider, amount_cents }, 'booked')}) as lines, (
      select count(*) from intake_deliveries delivery
      join intake_providers provider on provider.id = delivery.provider_id
      where provider.code = ${provider} and delivery.paid_out_cents = ${amount_cents}::bigint
        and not exists (
          select from (${bookedPayouts(psp, amount_cents)}) booked where booked.provider_event_id = delivery.id)
    ) as left_to_lines`.execute(tx)
  return rows[0]!.lines > rows[0]!.left_to_lines
}

const bookedPayouts = (psp: number, amount_cents: number) => sql`
  select row.id, row.debit_account_id, entry.provider_event_id
  from ledger_rows row
  join ledger_transactions entry on entry.id = row.transaction_id
  join ledger_accounts account on account.id = row.debit_account_id
  where row.credit_account_id = ${psp}::bigint and row.amount_cents = ${amount_cents}::bigint
    and row.purpose = 'transfer' and row.reverses_id is null and entry.kind = 'provider_paid_out' and account.kind = 'bank'
    and not exists (select from ledger_rows mirror where mirror.reverses_id = row.id)`

const linesOf = ({ provider, amount_cents }: ProviderPayout, act: 'told' | 'booked') => sql`
  select count(*) from bank_line_parts part join bank_lines line on line.id = part.line_id
  where part.target_type = 'provider' and part.provider = ${provider} and part.act = ${act} and part.undone_at is null
    and part.amount_cents = ${amount_cents}::bigint and line.amount_cents > 0`
