import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import type { Db } from '#server/db/db.ts'
import { notFound } from '#server/base/errors.ts'
import { paging } from '#server/lists/list-query.ts'
import { textOf } from '#server/base/texts.ts'
import { type FundingType, fundingTypes } from '#features/ledger/funding-types.ts'
import type { User } from '#server/auth/session.ts'
import { type BudgetRow, budgetsOf, budgetTitle, companiesOf } from '#features/ledger/server/budgets.ts'
import type { CompanyDetail, DonatingCompany } from '../contract.ts'

/** The viewer, language and day that a company is presented for. */
export type Reader = { user: User; locale: Locale; today: Day }

type Stored = Omit<DonatingCompany, 'budgets'> & {
  id: number
  budgets: Omit<BudgetRow, 'id' | 'account_id'>[]
}
/** A company as the API returns it, with its id. */
export type Company = DonatingCompany & { id: number }

const rowsWith = (today: Day, condition: RawBuilder<boolean>, slice: RawBuilder<unknown>) => sql<Stored>`
  select company.id, company.slug, company.title, company.version,
    sum(one.granted_cents)::bigint as budget_cents, sum(one.available_cents)::bigint as available_cents,
    jsonb_agg(to_jsonb(one) - 'id' - 'account_id' order by one.is_general desc, one.valid_until desc nulls first, one.id) as budgets
  from (
    select * from companies where ${condition} order by fold(title) collate "C", id ${slice}
  ) company
  cross join lateral (${budgetsOf(sql`company.id`, today)}) one
  group by company.id, company.slug, company.title, company.version
  order by fold(company.title) collate "C", company.id`

function present({ budgets, ...row }: Stored, locale: Locale): Company {
  return {
    ...row,
    budgets: budgets.map((budget) => ({
      ...budget,
      title: budgetTitle(budget, locale),
      funding_type: budget.funding_type && {
        choice: budget.funding_type,
        display: textOf(locale, fundingTypes[budget.funding_type].text),
      },
      used_cents: budget.granted_cents - budget.available_cents,
    })),
  }
}

export async function listCompanies(
  db: Db,
  query: { page: number; page_size: number },
  { user, locale, today }: Reader,
) {
  const { n } = await db
    .selectFrom('companies')
    .where(companiesOf(user))
    .select((row) => row.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const slice = sql`limit ${query.page_size} offset ${(query.page - 1) * query.page_size}`
  const { rows } = await rowsWith(today, companiesOf(user), slice).execute(db)
  return { ...paging(n, query), results: rows.map((row) => present(row, locale)) }
}

/** One company with its budgets; throws notFound, also when a company user asks for another company. */
export async function getCompany(db: Db, slug: string, { user, locale, today }: Reader): Promise<Company> {
  const { rows } = await rowsWith(today, sql`slug = ${slug} and ${companiesOf(user)}`, sql``).execute(db)
  if (!rows[0]) throw notFound()
  return present(rows[0], locale)
}

/** Like `getCompany`, but locks the company until the transaction ends, so that changes are serialized. */
export async function lockCompany(tx: Db, slug: string, asked: Reader): Promise<Company> {
  await tx.selectFrom('companies').select('id').where('slug', '=', slug).forNoKeyUpdate().execute()
  return getCompany(tx, slug, asked)
}

export async function companyDetail(db: Db, slug: string, asked: Reader): Promise<CompanyDetail> {
  const { id, ...company } = await getCompany(db, slug, asked)
  const { rows } = await sql<{ given: number; fundings: number; projects: number; owed: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as given, count(*)::integer as fundings,
      count(distinct project_id)::integer as projects,
      (select coalesce(sum(balance_cents), 0)::bigint from ledger_accounts
        where kind = 'claim_company' and company_id = ${id}) as owed
    from fundings where company_id = ${id} and state in ('confirmed', 'settled', 'paid_out')`.execute(db)
  const { given, fundings, projects, owed } = rows[0]!
  return { ...company, given_cents: given, owed_cents: owed, fundings, projects }
}

/** A company's gifts, newest first; reversed and reclaimed ones stay in the list with their state. */
export async function fundingsOfCompany(
  db: Db,
  companyId: number,
  query: { page: number; page_size: number },
  locale: Locale,
) {
  const { n } = await db
    .selectFrom('fundings')
    .where('company_id', '=', companyId)
    .select((row) => row.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('fundings')
    .innerJoin('projects', 'projects.id', 'fundings.project_id')
    .innerJoin('budgets', 'budgets.id', 'fundings.budget_id')
    .select([
      'fundings.slug',
      'fundings.amount_cents',
      'fundings.state',
      'fundings.received_on',
      'fundings.note',
      'fundings.funding_type',
      'projects.slug as project_slug',
      'projects.title as project_title',
      'budgets.slug as budget_slug',
      'budgets.title as budget_title',
      'budgets.is_general',
    ])
    .where('fundings.company_id', '=', companyId)
    .orderBy('fundings.received_on', 'desc')
    .orderBy('fundings.id', 'desc')
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size)
    .execute()
  const results = rows.map((row) => ({
    slug: row.slug,
    amount_cents: row.amount_cents,
    state: row.state,
    received_on: row.received_on,
    note: row.note,
    project: { slug: row.project_slug, title: row.project_title },
    budget: {
      slug: row.budget_slug,
      title: budgetTitle({ title: row.budget_title, is_general: row.is_general }, locale),
    },
    funding_type: {
      choice: row.funding_type,
      display: textOf(locale, fundingTypes[row.funding_type as FundingType].text),
    },
  }))
  return { ...paging(n, query), results }
}
