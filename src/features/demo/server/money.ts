import { addDays, type Day } from '#shared/dates.ts'
import { fundingType } from '#shared/funding-type.ts'
import { financing } from '#shared/statuses.ts'
import { everyCompany } from '#server/auth/company-scope.ts'
import { audit, type AuditContext, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { slugify } from '#server/db/free-slug.ts'
import { postBudgetGrant } from '#features/ledger/server/budgets.ts'
import { lockClaim, postClaimReturn, postClaimWriteOff } from '#features/ledger/server/claims.ts'
import { postDefunding } from '#features/ledger/server/defund.ts'
import { type Budget, postInternalFunding } from '#features/ledger/server/fund.ts'
import { postConfirmedGift } from '#features/ledger/server/gifts.ts'
import { lockPayouts, markArrived, markPaid, unmarkPaid } from '#features/ledger/server/payouts.ts'
import { settle } from '#features/ledger/server/settle.ts'
import type { FundingType } from '#features/ledger/funding-types.ts'
import { budgets, companies } from '../data.ts'
import { atWork, colleagues } from './colleagues.ts'

type DemoTime = { now: Date; today: Day }

/** Donating companies, each with this year's general budget and with grants that have their own validity. */
export async function seedCompanies(tx: Db, { now, today }: DemoTime, audit_event_id: number): Promise<void> {
  const year = today.slice(0, 4)
  for (const { title, budget_cents } of companies) {
    const company = await tx
      .insertInto('companies')
      .values({ slug: slugify(title), title, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const grant = (amount_cents: number, budget?: Budget) =>
      postBudgetGrant(tx, {
        company_id: company.id,
        ...(budget && { budget }),
        amount_cents,
        business_day: `${year}-01-01`,
        created_by: null,
        now,
        audit_event_id,
      })
    await grant(budget_cents)
    for (const own of budgets.filter((budget) => budget.company === title)) {
      const budget = await tx
        .insertInto('budgets')
        .values({
          slug: slugify(`${own.title}-${year}`),
          company_id: company.id,
          title: `${own.title} ${year}`,
          funding_type: own.funding_type,
          valid_from: `${year}-01-01`,
          valid_until: `${year}-12-31`,
          created_at: now,
        })
        .returning(['id', 'company_id', 'is_general'])
        .executeTakeFirstOrThrow()
      await grant(own.amount_cents, budget)
    }
  }
}

const night = (day: Day): AuditContext => ({ actor: { id: null, name: 'Demo' }, now: atWork(day) })

/**
 * Creates money in every state of a gift, a payout and a claim: funded, settled, paid, confirmed, reversed after a wrong
 * transfer, cancelled and reclaimed.
 */
export async function seedMoney(tx: Db, { now, today }: DemoTime): Promise<void> {
  const who = await colleagues(tx)
  const by = (username: string, day: Day) => who(username)(day)
  const day = (back: number) => addDays(today, -back)
  const fund = internalFunder(tx)

  // Older gifts are settled and paid; recent ones wait.
  await settle(tx, night(day(45)), { projects: await fundedUntil(tx, day(46)), business_day: day(45) })
  await pay(tx, by('ademir', day(40)), await openPayouts(tx), day(40), 'Sammelüberweisung Oktober')
  await settle(tx, night(day(20)), { projects: await fundedUntil(tx, day(21)), business_day: day(20) })
  const second = await openPayouts(tx)
  await pay(
    tx,
    by('ademir', day(18)),
    second.slice(0, Math.ceil(second.length / 2)),
    day(18),
    'Sammelüberweisung November',
  )
  await settle(tx, night(day(6)), { projects: await fundedUntil(tx, day(7)), business_day: day(6) })
  const paid = await paidPayouts(tx)
  await arrive(
    tx,
    by('ademir', day(16)),
    paid.filter((_, at) => at % 3 !== 2),
    day(16),
  )

  // A payout marked as paid that the bank had sent to a wrong account.
  await reversePayment(tx, by('ademir', day(10)), paid.at(-1)!, day(10))

  // Internal fundings: in part, up to the goal, and nearly a whole grant.
  const needy = await fundableProjects(tx)
  const [partly, whole, claimed, lost, reversed, ...others] = needy
  const half = (project: FundableProject) => Math.floor(project.missing_cents / 2)
  await fund(by('ademir', day(9)), partly!, 'foerderfonds', half(partly!), day(9), 'Beschluss vom 12.11.')
  await fund(by('ademir', day(8)), whole!, '', whole!.missing_cents, day(8), 'Restbetrag')
  await settle(tx, by('ademir', day(8)), { projects: [whole!.id], business_day: day(8) })
  for (const project of [claimed!, lost!]) {
    await fund(by('ademir', day(30)), project, '', half(project), day(30), 'Ausschüttung 3. Quartal')
    await settle(tx, night(day(29)), { projects: [project.id], business_day: day(29) })
    await pay(tx, by('ademir', day(27)), await openPayoutsOf(tx, project.id), day(27), 'Einzelüberweisung')
    await defund(tx, by('ademir', day(12)), project, 'Projekt wird nicht durchgeführt', day(12))
  }
  const [first, other] = await claims(tx)
  await postClaimReturn(tx, by('ademir', day(5)), await lockClaim(tx, first!, everyCompany), {
    amount_cents: Math.floor(half(claimed!) / 3),
    received_on: day(5),
    note: 'Erste Rate',
  })
  await postClaimWriteOff(tx, by('ademir', day(3)), await lockClaim(tx, other!, everyCompany), {
    reason: 'Verein aufgelöst',
    business_day: day(3),
  })
  await fund(by('ademir', day(4)), reversed!, '', half(reversed!), day(4), 'Zusage galt dem Nachbarprojekt')
  await defund(
    tx,
    by('ademir', day(2)),
    reversed!,
    'Zusage galt dem Nachbarprojekt, Rücksprache am 27.10.',
    day(2),
  )
  for (const project of others.slice(0, 8))
    await fund(by('ademir', day(1)), project, 'foerderfonds', half(project), day(1), 'Stiftungsrat')

  // A late gift to a fully funded project.
  await overFund(tx, whole!, { now, today })
}

type FundableProject = {
  id: number
  title: string
  organization_id: number
  missing_cents: number
  funding_type: FundingType
}

/** Projects whose latest gift is not after a day. */
async function fundedUntil(tx: Db, day: Day): Promise<number[]> {
  const rows = await tx
    .selectFrom('projects')
    .select('id')
    .where('funded_cents', '>', 0)
    .where('allocated_on', '<=', day)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

async function fundableProjects(tx: Db): Promise<FundableProject[]> {
  const rows = await tx
    .selectFrom('projects')
    .select(['id', 'title', 'organization_id', 'target_cents', 'funded_cents', 'funding_type'])
    .where('financing', '=', financing.inFinancing)
    .orderBy('id')
    .execute()
  return rows
    .map(({ target_cents, funded_cents, funding_type, ...row }) => ({
      ...row,
      funding_type: funding_type as FundingType,
      missing_cents: target_cents - funded_cents,
    }))
    .filter((row) => row.missing_cents >= 50_000)
}

/** Funds from the company grant whose slug begins with a text, or from the largest general budget, within its balance. */
function internalFunder(tx: Db) {
  return async (
    context: AuditContext,
    project: FundableProject,
    slug: string,
    amount_cents: number,
    business_day: Day,
    note: string,
  ) => {
    const budget = await tx
      .selectFrom('budgets')
      .innerJoin('companies', 'companies.id', 'budgets.company_id')
      .innerJoin('ledger_accounts as left', (join) =>
        join
          .onRef('left.company_id', '=', 'budgets.company_id')
          .on('left.kind', '=', 'budget_available')
          .on((on) =>
            on.or([
              on('left.budget_id', '=', on.ref('budgets.id')),
              on.and([on('left.budget_id', 'is', null), on('budgets.is_general', '=', true)]),
            ]),
          ),
      )
      .select([
        'budgets.id',
        'budgets.company_id',
        'budgets.is_general',
        'budgets.funding_type',
        'companies.title',
      ])
      .select('left.balance_cents')
      .where('budgets.is_general', '=', slug === '')
      .where('budgets.slug', 'like', `${slug === '' ? 'b-' : slug}%`)
      .orderBy('left.balance_cents', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    // Leaves a small balance in each grant.
    const sum = Math.min(amount_cents, budget.balance_cents - 5_000)
    if (sum <= 0) return
    await postInternalFunding(tx, context, {
      project,
      company: { title: budget.title },
      budget,
      funding_type: (budget.funding_type ?? project.funding_type) as FundingType,
      amount_cents: sum,
      business_day,
      note,
    })
  }
}

const openPayouts = (tx: Db) =>
  tx.selectFrom('payouts').select('id').where('state', '=', 'open').orderBy('id').execute()
const openPayoutsOf = (tx: Db, projectId: number) =>
  tx
    .selectFrom('payouts')
    .select('id')
    .where('state', '=', 'open')
    .where('project_id', '=', projectId)
    .execute()
const paidPayouts = (tx: Db) =>
  tx.selectFrom('payouts').select('id').where('state', '=', 'marked_paid').orderBy('id').execute()
const locked = (tx: Db, rows: { id: number }[]) => lockPayouts(tx, { ids: rows.map((row) => row.id) })

const pay = async (tx: Db, context: AuditContext, rows: { id: number }[], paid_on: Day, reference: string) =>
  markPaid(tx, context, await locked(tx, rows), { paid_on, reference })

const arrive = async (tx: Db, context: AuditContext, rows: { id: number }[], arrived_on: Day) =>
  markArrived(tx, context, await locked(tx, rows), { arrived_on, note: 'Kontoauszug' })

const reversePayment = async (tx: Db, context: AuditContext, row: { id: number }, business_day: Day) =>
  unmarkPaid(tx, context, await locked(tx, [row]), {
    reason: 'An ein falsches Konto überwiesen, von der Bank zurückgeholt',
    business_day,
  })

const defund = (tx: Db, context: AuditContext, project: FundableProject, reason: string, business_day: Day) =>
  postDefunding(tx, context, { project, reason, business_day, acknowledged: true, scope: everyCompany })

const claims = async (tx: Db) =>
  (await tx.selectFrom('recovery_claims').select('slug').orderBy('id').execute()).map((row) => row.slug)

async function overFund(tx: Db, project: FundableProject, { now, today }: DemoTime): Promise<void> {
  const audit_event_id = await audit(tx, night(today), {
    action: 'seed',
    ...auditOf('project', project),
    after: { amount_cents: 4_000 },
  })
  await postConfirmedGift(tx, {
    project_id: project.id,
    funding_type: fundingType.donation,
    amount_cents: 4_000,
    received_on: today,
    source: 'demo',
    note: '',
    created_by: null,
    now,
    audit_event_id,
  })
}
