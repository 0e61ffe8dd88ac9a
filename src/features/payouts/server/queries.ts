import { type Selectable, sql } from 'kysely'
import type { GuardedAct } from '#shared/approvals.ts'
import type { Day } from '#shared/dates.ts'
import { waitingActs } from '#server/approvals/second-person.ts'
import type { Db } from '#server/db/db.ts'
import type { DB } from '#server/db/schema.ts'
import { columnsIn, paging, readPage, readRows, type RowParts } from '#server/lists/list-query.ts'
import type { PickedRows } from '#server/lists/selection.ts'
import type { FundingType } from '#features/ledger/funding-types.ts'
import type { PayoutState } from '../rules.ts'
import { bankAnswerOfPayout, type Stored } from './bank-answers.ts'
import { payoutIds, payoutListRequest, type PayoutQuery, payoutSum } from './list.ts'

const ownColumns = [
  'slug',
  'number',
  'amount_cents',
  'state',
  'funding_type',
  'settled_on',
  'paid_on',
  'arrived_on',
  'reference',
  'version',
  'project_title',
  'organization_title',
] as const

/** A payout row with its recipient's details. */
export type StoredPayout = Pick<Selectable<DB['payouts']>, (typeof ownColumns)[number]> & {
  state: PayoutState
  funding_type: FundingType
  settled_on: Day
  project_slug: string
  organization_slug: string
  recipient: string
  /** The recipient is the organization's account holder, who may be a person. */
  is_holder: boolean
  iban: string
  file_slug: string | null
  message_id: string | null
  verification: Stored | null
  payment_status: Stored | null
  waiting_acts: GuardedAct[]
}

/**
 * A payout's recipient: the project's own account if it has one, otherwise the organization. Expects the aliases
 * `projects`, `organization` and `account`.
 */
export const recipientColumns = sql`
  case when account.id is not null then account.title
    else coalesce(nullif(organization.bank_account_holder, ''), organization.title) end as recipient,
  case when account.id is not null then account.iban else organization.iban end as iban`
/** Targets of proposals that would redirect a payout's money; expects the same aliases. */
export const payeeTargets = sql`array['project:' || projects.id, case when account.id is not null
  then 'individual_bank_account:' || account.id else 'organization:' || organization.id end]`
export const recipientTables = sql`
  join projects on projects.id = payouts.project_id
  join organizations organization on organization.id = projects.organization_id
  left join individual_bank_accounts account on account.id = projects.individual_bank_account_id`

// Changed bank details matter until the money has left.
const waitingOfPayout = sql`
  ${waitingActs(sql`array['payout:' || payouts.id]`)} || array(
    select act from unnest(${waitingActs(payeeTargets)}) act
    where act = 'bank_details' and payouts.state in ('open', 'exported'))`

const rowParts: RowParts = {
  columns: sql`
    ${columnsIn('payouts', ownColumns)}, ${recipientColumns},
    account.id is null and organization.bank_account_holder <> '' as is_holder,
    ${waitingOfPayout} as waiting_acts, projects.slug as project_slug, organization.slug as organization_slug,
    payment_file.slug as file_slug, payment_file.message_id,
    ${bankAnswerOfPayout('verification')} as verification, ${bankAnswerOfPayout('status')} as payment_status`,
  tables: sql`
    join payouts on payouts.id = wanted.id ${recipientTables}
    left join payment_files payment_file on payment_file.id = payouts.payment_file_id`,
}

/** One page of payouts, with their number and sum. */
export async function listPayouts(db: Db, query: PayoutQuery) {
  const summed = await sql<{ count: number; sum_cents: number }>`${payoutSum(query)}`.execute(db)
  const { count, sum_cents } = summed.rows[0]!
  const asked = { ...payoutListRequest(query), count: sql`select ${sql.lit(count)}::bigint` }
  const { rows } = await readPage<StoredPayout>(db, asked, rowParts, query)
  return { ...paging(count, query), sum_cents, rows }
}

/** The rows of exactly these ids, in the given order. */
export const payoutsByIds = (db: Db, ids: number[]) => readRows<StoredPayout>(db, ids, rowParts)

export async function allPayoutIds(db: Db, query: PayoutQuery, picked?: PickedRows): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${payoutIds(query, picked)}`.execute(db)
  return rows.map((row) => row.id)
}
