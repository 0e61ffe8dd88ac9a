import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#server/db/db.ts'
import { conflict, invalid } from '#server/base/errors.ts'
import type { Context } from '#server/routes/implement.ts'
import { textOf } from '#server/base/texts.ts'
import { type FundingType, fundingTypes } from '#features/ledger/funding-types.ts'
import { availableOf, budgetAccounts, postInternalFunding } from '#features/ledger/server/fund.ts'
import { accountId } from '#features/ledger/server/accounts.ts'
import { settle } from '#features/ledger/server/settle.ts'
import { getPlatformFeatures } from '#features/platform-features/server/queries.ts'
import { isFullyFunded, missingCents } from '#features/projects/rules.ts'
import type { funding } from '../contract.ts'
import { budgetTitle } from '#features/ledger/server/budgets.ts'
import { budgetToUse, companyOf, type StoredBudget } from './budgets.ts'
import { type Candidate, lockCandidate, presentReasons, reasonCodes } from './projects.ts'

type Body = z.output<typeof funding.fund.body>
type FundContext = Pick<Context<typeof funding.fund>, 'db' | 'user' | 'auditContext' | 'today' | 'locale'>

/**
 * Funds one project from a budget and settles it at once when it becomes fully funded. Lock order: project,
 * organization and budget (shared), accounts.
 */
export async function fundInternally({ db: tx, user, auditContext, today, locale }: FundContext, body: Body) {
  const business_day = body.business_day ?? today
  if (business_day > today) throw invalid({ business_day: 'funding.day_in_future' })
  const project = await lockCandidate(tx, body.project_slug, business_day)
  const company = await companyOf(tx, user, body.company_slug, 'company_slug')
  const budget = await budgetToUse(tx, company, body.budget_slug, business_day)
  const funding_type = await typeToUse(tx, body.funding_type, budget, project)
  const codes = reasonCodes(project, funding_type, today)
  if (codes.length > 0) {
    const { slug, title } = project
    throw conflict('not_fundable', {
      blocking: codes.map((code) => ({ slug, title, code })),
      current: {
        missing_cents: missingCents(project),
        reasons: presentReasons(codes, project, locale),
        last_funding: await lastFunding(tx, project.id),
      },
    })
  }
  const { amount_cents, note } = body
  if (amount_cents > missingCents(project))
    throw conflict('exceeds_missing', {
      current: { missing_cents: missingCents(project), last_funding: await lastFunding(tx, project.id) },
    })
  const gift = await postInternalFunding(tx, auditContext, {
    project,
    company,
    budget,
    funding_type,
    amount_cents,
    business_day,
    note,
  })
  const funded = { ...project, funded_cents: project.funded_cents + amount_cents }
  const fully_funded = isFullyFunded(funded)
  if (fully_funded) await settle(tx, auditContext, { projects: [project.id], business_day })
  const available = await accountId(tx, budgetAccounts(budget)[0])
  const { state } = await tx
    .selectFrom('fundings')
    .select('state')
    .where('id', '=', gift.id)
    .executeTakeFirstOrThrow()
  return {
    funding: {
      slug: gift.slug,
      amount_cents,
      funding_type: { choice: funding_type, display: textOf(locale, fundingTypes[funding_type].text) },
      state,
      business_day,
      company: { slug: company.slug, title: company.title },
      note,
    },
    project: {
      slug: project.slug,
      title: project.title,
      target_cents: project.target_cents,
      funded_cents: funded.funded_cents,
      missing_cents: missingCents(funded),
      fully_funded,
    },
    budget: {
      slug: budget.slug,
      title: budgetTitle(budget, locale),
      available_cents: await availableOf(tx, available),
    },
  }
}

/** The enabled funding types, and the default type. */
export async function offeredTypes(db: Db) {
  const features = await getPlatformFeatures(db)
  const { fallback_funding_type } = await db
    .selectFrom('platform_features')
    .select('fallback_funding_type')
    .executeTakeFirstOrThrow()
  return {
    isOn: (type: FundingType) => features[fundingTypes[type].feature],
    fallback: fallback_funding_type as FundingType,
  }
}

/** The type of the money: the budget's, else the project's own if enabled, else the platform's default. */
export function typeOf(
  budget: Pick<StoredBudget, 'funding_type'> | undefined,
  project: Pick<Candidate, 'funding_type'>,
  { isOn, fallback }: Awaited<ReturnType<typeof offeredTypes>>,
): FundingType {
  return budget?.funding_type ?? (isOn(project.funding_type) ? project.funding_type : fallback)
}

async function typeToUse(
  db: Db,
  asked: FundingType | undefined,
  budget: StoredBudget,
  project: Candidate,
): Promise<FundingType> {
  const offered = await offeredTypes(db)
  const type = asked ?? typeOf(budget, project, offered)
  if (!offered.isOn(type)) throw invalid({ funding_type: 'projects.funding_type_switched_off' })
  if (budget.funding_type !== null && type !== budget.funding_type)
    throw invalid({ funding_type: 'funding.other_type' })
  return type
}

/** The person who last funded the project, and when; reported to somebody whose funding is too late. */
async function lastFunding(tx: Db, projectId: number) {
  const { rows } = await sql<{ person: string; at: Date }>`
    select coalesce(nullif(trim(person.first_name || ' ' || person.last_name), ''), person.username) as person,
      funding.created_at as at
    from fundings funding join users person on person.id = funding.created_by
    where funding.project_id = ${projectId} and funding.source = 'internal'
      and funding.state in ('confirmed', 'settled', 'paid_out')
    order by funding.id desc limit 1`.execute(tx)
  return rows[0] ?? null
}
