import type { z } from 'zod'
import { sql } from 'kysely'
import type { Context } from '#server/routes/implement.ts'
import { type CompanyScope, inScope } from '#server/auth/company-scope.ts'
import type { Db } from '#server/db/db.ts'
import { invalid } from '#server/base/errors.ts'
import { firstOpenDay } from '#features/ledger/server/months.ts'
import { missingCents } from '#features/projects/rules.ts'
import type { funding } from '../contract.ts'
import { companyOf, validBudgets } from './budgets.ts'
import { offeredTypes, typeOf } from './fund.ts'
import { candidates, presentReasons, reasonCodes } from './projects.ts'

type PreviewContext = Pick<Context<typeof funding.preview>, 'reader' | 'user' | 'today' | 'locale'>

/** Previews a funding: projects with their blockers, and the company's budgets on that day. */
export async function previewFunding(
  { reader: db, user, today, locale }: PreviewContext,
  query: z.output<typeof funding.preview.query>,
) {
  const business_day = query.business_day ?? today
  const projects = await candidates(db, query.project_slugs, business_day, 'project_slugs')
  const offered = await offeredTypes(db)
  const company =
    query.company === undefined ? undefined : await companyOf(db, user, query.company, 'company')
  const valid = company ? await validBudgets(db, company, business_day, locale) : []
  const budgets = valid.filter(({ type }) => type === null || offered.isOn(type))
  const chosen =
    query.budget === undefined ? undefined : budgets.find((budget) => budget.slug === query.budget)
  if (query.budget !== undefined && !chosen) throw invalid({ budget: 'funding.unknown_budget' })
  const budget = chosen && { funding_type: chosen.type }
  const results = projects.map((project) => {
    const codes = reasonCodes(project, typeOf(budget, project, offered), today)
    const { slug, title, target_cents, funded_cents, organization_slug, organization_title } = project
    return {
      slug,
      title,
      organization: { slug: organization_slug, title: organization_title },
      target_cents,
      funded_cents,
      missing_cents: missingCents(project),
      fundable: codes.length === 0 && missingCents(project) > 0,
      reasons: presentReasons(codes, project, locale),
    }
  })
  const fundable = results.filter((project) => project.fundable)
  return {
    results,
    budgets,
    first_open_day: (await firstOpenDay(db, business_day)) ?? null,
    total: {
      fundable: fundable.length,
      missing_cents: fundable.reduce((sum, project) => sum + project.missing_cents, 0),
    },
  }
}

/**
 * Per project, cents of internal fundings in scope that are paid out, unsettled, or unpaid. For people who see every
 * company, the last two come from the project's stages, private donations included. Imported history counts as paid and
 * is in neither.
 */
export async function markedPayments(db: Db, slugs: readonly string[], scope: CompanyScope) {
  const { rows } = await sql<{
    slug: string
    title: string
    has_marked_payments: boolean
    marked_cents: number
    unsettled_cents: number
    open_payout_cents: number
  }>`
    select projects.slug, projects.title, marked.cents > 0 as has_marked_payments, marked.cents as marked_cents,
      case when ${scope.company_id === 'every'} then funded_cents - settled_cents else confirmed end as unsettled_cents,
      case when ${scope.company_id === 'every'} then settled_cents - paid_cents else settled end as open_payout_cents
    from unnest(${slugs}::text[]) with ordinality as wanted (slug, place)
    join projects on projects.slug = wanted.slug,
    lateral (
      select coalesce(sum(amount_cents) filter (where state = 'paid_out'), 0)::bigint as cents,
        coalesce(sum(amount_cents) filter (where state = 'confirmed'), 0)::bigint as confirmed,
        coalesce(sum(amount_cents) filter (where state = 'settled'), 0)::bigint as settled
      from fundings where project_id = projects.id and company_id is not null and ${inScope(scope, sql`company_id`)}
    ) marked
    order by wanted.place`.execute(db)
  if (rows.length < slugs.length) throw invalid({ project_slugs: 'projects.unknown' })
  return rows
}
