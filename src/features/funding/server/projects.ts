import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import { fundingType } from '#shared/funding-type.ts'
import type { Db } from '#server/db/db.ts'
import { invalid } from '#server/base/errors.ts'
import { textOf } from '#server/base/texts.ts'
import type { FundingType } from '#features/ledger/funding-types.ts'
import { exemptionExpired } from '#features/organizations/server/list.ts'
import { linkThatFixes } from '#features/projects/server/present.ts'
import { blockingCodes, type BlockingCode, type Financing } from '#features/projects/rules.ts'
import { isPublicBenefit } from '../rules.ts'

/** A project with all fields that decide whether it can be funded internally. */
export type Candidate = Omit<Financing, 'organization'> & {
  id: number
  slug: string
  title: string
  funding_type: FundingType
  organization_id: number
  organization_slug: string
  organization_title: string
  organization_status: number
  organization_review_status: number | null
  nonprofit_review_status: number | null
  exemption_expired: boolean
}

/** Projects by slug, in the given order, evaluated on a business day; 400 at `field` when one is unknown. */
export async function candidates(
  db: Db,
  slugs: readonly string[],
  business_day: Day,
  field: string,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select projects.id, projects.slug, projects.title, projects.status, projects.review_status, projects.is_banned,
      projects.target_cents, projects.funded_cents, projects.ends_on, projects.funding_type, projects.organization_id,
      organization.slug as organization_slug, organization.title as organization_title,
      organization.status as organization_status, organization.review_status as organization_review_status,
      organization.nonprofit_review_status, ${exemptionExpired(business_day)} as exemption_expired
    from unnest(${slugs}::text[]) with ordinality as wanted (slug, place)
    join projects on projects.slug = wanted.slug
    join organizations organization on organization.id = projects.organization_id
    order by wanted.place`.execute(db)
  if (rows.length < slugs.length) throw invalid({ [field]: 'projects.unknown' })
  return rows
}

/** Locks the project to change and share-locks its organization; 400 at `project_slug`. */
export async function lockCandidate(tx: Db, slug: string, business_day: Day): Promise<Candidate> {
  const project = await tx
    .selectFrom('projects')
    .select(['id', 'organization_id'])
    .where('slug', '=', slug)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!project) throw invalid({ project_slug: 'funding.unknown_project' })
  await tx
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', project.organization_id)
    .forShare()
    .execute()
  const [candidate] = await candidates(tx, [slug], business_day, 'project_slug')
  return candidate!
}

export type ReasonCode = BlockingCode | 'not_public_benefit'

/** Reasons why money of this type cannot fund a project: general blockers first, then those of profit-savings. */
export function reasonCodes(project: Candidate, type: FundingType, today: Day): ReasonCode[] {
  const organization = {
    status: project.organization_status,
    review_status: project.organization_review_status,
  }
  return [
    ...blockingCodes({ ...project, organization }, today),
    ...(type === fundingType.profitSavings && !isPublicBenefit(project)
      ? (['not_public_benefit'] as const)
      : []),
  ]
}

/** The reasons as text, each with a link to its fix. */
export function presentReasons(codes: readonly ReasonCode[], project: Candidate, locale: Locale) {
  return codes.map((code) => ({
    code,
    text: textOf(locale, `blocking.${code}`),
    link:
      code === 'not_public_benefit'
        ? `/site-admin/organization/${project.organization_slug}/update/`
        : linkThatFixes(code, project),
  }))
}
