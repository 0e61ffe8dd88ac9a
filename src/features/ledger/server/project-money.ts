import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import { type CompanyScope, inScopeOrNoCompany } from '#server/auth/company-scope.ts'
import type { Db } from '#server/db/db.ts'
import { textOf } from '#server/base/texts.ts'
import { type FundingType, fundingTypes } from '../funding-types.ts'
import type { MoneyOfType, PayoutLine, ProjectMoney } from '../money.ts'
import { coverNeeds, type StageName, stageNames } from '../stages.ts'

/** Columns of a project that store its stages, in cents, with the latest day of each. */
export type KeptStages = {
  funded_cents: number
  settled_cents: number
  paid_cents: number
  arrived_cents: number
  allocated_on: Day | null
  settled_on: Day | null
  paid_on: Day | null
  arrived_on: Day | null
}

export const stagesOf = (row: KeptStages) => ({
  allocated: { cents: row.funded_cents, on: row.allocated_on },
  settled: { cents: row.settled_cents, on: row.settled_on },
  paid: { cents: row.paid_cents, on: row.paid_on },
  arrived: { cents: row.arrived_cents, on: row.arrived_on },
})

/** More than any project has had so far; the page shows a few until the reader asks for all. */
const latestPayouts = 200

/**
 * A project's received money by stage and funding type, with its latest payouts. Everybody sees the project's own
 * stages; a payout counts only the part of donors and of companies in scope.
 */
export async function moneyOfProject(
  db: Db,
  project: { id: number; target_cents: number } & KeptStages,
  needs: readonly { id: number; title: string; amount_cents: number }[],
  { now, locale, scope }: { now: Date; locale: Locale; scope: CompanyScope },
): Promise<ProjectMoney> {
  const { target_cents, funded_cents } = project
  const payouts = await payoutsOf(db, project.id, scope, locale)
  return {
    as_of: now.toISOString(),
    target_cents,
    missing_cents: Math.max(0, target_cents - funded_cents),
    over_cents: Math.max(0, funded_cents - target_cents),
    ...stagesOf(project),
    types: await typesOf(db, project.id, payouts, locale),
    payouts: {
      open: payouts.filter(isOpen).length,
      paid: payouts.filter((payout) => payout.state === 'marked_paid').length,
      latest: payouts.slice(0, latestPayouts),
    },
    needs: coverNeeds(
      needs.map(({ id, title, amount_cents }) => ({ id, title, amount_cents })),
      funded_cents,
    ),
  }
}

const choiceOf = (type: FundingType, locale: Locale) => ({
  choice: type,
  display: textOf(locale, fundingTypes[type].text),
})

const isOpen = ({ state }: PayoutLine) => state === 'open' || state === 'exported'

type TypeSums = { funding_type: FundingType; gifts: number; internal_gifts: number } & {
  [S in StageName as `${S}_cents`]: number
} & { [S in StageName as `${S}_on`]: Day | null }

async function typesOf(
  db: Db,
  projectId: number,
  payouts: PayoutLine[],
  locale: Locale,
): Promise<MoneyOfType[]> {
  const sums = stageNames.map(
    (stage) => sql`
      sum(stage_cents(${sql.lit(stage)}, row.purpose, row.amount_cents, row.reverses_id))::bigint
        as ${sql.ref(`${stage}_cents`)},
      max(row.business_day) filter (where row.reverses_id is null and undone.id is null
        and stage_cents(${sql.lit(stage)}, row.purpose, row.amount_cents, null) > 0) as ${sql.ref(`${stage}_on`)}`,
  )
  const { rows } = await sql<TypeSums>`
    select funding.funding_type,
      count(distinct funding.id) filter (where funding.state not in ('reversed', 'recovery_open', 'recovered'))::integer
        as gifts,
      count(distinct funding.id) filter (where funding.company_id is not null
        and funding.state not in ('reversed', 'recovery_open', 'recovered'))::integer as internal_gifts,
      ${sql.join(sums)}
    from fundings funding
    join ledger_rows row on row.funding_id = funding.id
    left join ledger_rows undone on undone.reverses_id = row.id
    where funding.project_id = ${projectId}
    group by funding.funding_type order by funding.funding_type`.execute(db)
  return rows.map((row) => {
    const stage = (name: StageName) => {
      const cents = row[`${name}_cents`]
      return { cents, on: cents > 0 ? row[`${name}_on`] : null }
    }
    const own = payouts.filter((payout) => payout.funding_type.choice === row.funding_type)
    const waiting = own.filter(({ state, arrived_on }) => state === 'marked_paid' && arrived_on === null)
    return {
      funding_type: choiceOf(row.funding_type, locale),
      gifts: row.gifts,
      internal_gifts: row.internal_gifts,
      allocated: stage('allocated'),
      settled: stage('settled'),
      paid: stage('paid'),
      arrived: stage('arrived'),
      payout_open: own.some(isOpen),
      waiting_since: waiting.map((payout) => payout.paid_on!).sort()[0] ?? null,
    }
  })
}

async function payoutsOf(
  db: Db,
  projectId: number,
  scope: CompanyScope,
  locale: Locale,
): Promise<PayoutLine[]> {
  const rows = await db
    .selectFrom('payouts')
    .select([
      'id',
      'slug',
      'number',
      'funding_type',
      'amount_cents',
      'state',
      'settled_on',
      'paid_on',
      'arrived_on',
    ])
    .where('project_id', '=', projectId)
    .orderBy('settled_on', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const parts = scope.company_id === 'every' ? undefined : await partsInScope(db, projectId, scope)
  const seen = parts
    ? rows.flatMap((row) => (parts.has(row.id) ? [{ ...row, amount_cents: parts.get(row.id)! }] : []))
    : rows
  return seen.map(({ id: _id, ...row }) => ({
    ...row,
    state: row.state as PayoutLine['state'],
    funding_type: choiceOf(row.funding_type as FundingType, locale),
  }))
}

/** Cents of gifts in scope per payout of a project; payouts without any are missing. */
async function partsInScope(db: Db, projectId: number, scope: CompanyScope): Promise<Map<number, number>> {
  const { rows } = await sql<{ payout_id: number; cents: number }>`
    select entry.payout_id, sum(row.amount_cents)::bigint as cents
    from fundings funding
    join ledger_rows row on row.funding_id = funding.id and row.purpose = 'settlement' and row.reverses_id is null
    join ledger_transactions entry on entry.id = row.transaction_id
    where funding.project_id = ${projectId} and ${inScopeOrNoCompany(scope, sql`funding.company_id`)}
    group by entry.payout_id`.execute(db)
  return new Map(rows.map(({ payout_id, cents }) => [payout_id, cents]))
}
