import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { recordStatus } from '#shared/statuses.ts'
import type { AuditContext } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { cancelPayouts, lockPayouts } from '#features/ledger/server/payouts.ts'
import { nextBankDay } from '#features/payouts/sepa/bank-days.ts'
import { exportFile } from '#features/payouts/server/sepa.ts'

/**
 * Makes payouts possible: the account has an IBAN. One file is with the bank, one payout was cancelled, and some open ones lack
 * data for a file.
 */
export async function seedPayouts(tx: Db, { now, today }: { now: Date; today: Day }): Promise<void> {
  const context: AuditContext = { actor: { id: null, name: 'Demo' }, now }
  await tx
    .updateTable('bank_accounts')
    .set({
      title: 'Spendenkonto',
      holder: 'Stiftung Musterstadt',
      iban: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
    })
    .where('slug', '=', 'main')
    .execute()
  await seedBankDetails(tx)
  const { rows: open } = await sql<{ id: number; slug: string }>`
    select payouts.id, payouts.slug from payouts
    join projects on projects.id = payouts.project_id join organizations on organizations.id = organization_id
    where payouts.state = 'open' and organizations.iban <> '' and organizations.status <> ${sql.lit(recordStatus.archived)} and not projects.is_banned
    order by payouts.id limit 4`.execute(tx)
  const [cancelled, ...inFile] = open
  if (cancelled)
    await cancelPayouts(tx, context, await lockPayouts(tx, { ids: [cancelled.id] }), {
      reason: 'Verein hat um Aufschub gebeten',
      business_day: today,
    })
  if (inFile.length > 0)
    await exportFile(
      tx,
      context,
      {
        payout_slugs: inFile.map((payout) => payout.slug),
        format: 'pain.001.001.09',
        execute_on: nextBankDay(today),
        bank_account: 'main',
      },
      { locale: 'sie_DE', today },
    )
}

/** Bank accounts for all organizations but every ninth, whose payouts then lack one. */
async function seedBankDetails(tx: Db): Promise<void> {
  const rows = await tx.selectFrom('organizations').select(['id', 'title']).orderBy('id').execute()
  const known = rows
    .filter((_, at) => at % 9 !== 8)
    .map(({ id, title }, at) => ({ id, holder: title, iban: germanIban(`${4_400_100_000 + at * 7919}`) }))
  await sql`
    update organizations set iban = known.iban, bank_account_holder = known.holder
    from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as known (id bigint, holder text, iban text)
    where organizations.id = known.id`.execute(tx)
}

/** An invented IBAN with valid check digits. */
function germanIban(account: string): string {
  const bban = `37040044${account}`
  const check = 98n - (BigInt(`${bban}131400`) % 97n)
  return `DE${String(check).padStart(2, '0')}${bban}`
}
