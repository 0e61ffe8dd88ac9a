import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { notRemovedOf } from '#server/lists/removed-rows.ts'
import { type DoubleReason, likeness } from '../rules.ts'
import { newestDecision } from './queue.ts'

export type StoredDouble = {
  slug: string
  title: string
  organization: string
  description: string
  needs: { title: string; amount_cents: number }[]
  target_cents: number
  iban: string
  starts_on: string | null
  ends_on: string | null
  review_status: number | null
  decided: { at: string } | null
  reasons: { code: DoubleReason; percent: number | null }[]
}

type Candidate = Omit<StoredDouble, 'reasons'> & {
  same_organization: boolean
  same_title: boolean
  same_account: boolean
  text: number
}

/** Maximum number of projects compared per organization, account or title, the newest first. */
const compared = 100
const shown = 5

/**
 * Suspected doubles of a project. It compares only projects that an index finds by organization, bank account or title. Reading
 * a million texts per project would be too slow.
 */
export async function doublesOf(
  db: Db,
  project: { id: number; organization_id: number; title: string; description: string; target_cents: number },
): Promise<StoredDouble[]> {
  const { id, organization_id, title, description, target_cents } = project
  const { rows } = await sql<Candidate>`
    with own as (select nullif(iban, '') as iban from organizations where id = ${organization_id}),
    candidates as (
      (select id from projects where organization_id = ${organization_id} order by id desc limit ${compared})
      union
      (select projects.id from organizations join projects on projects.organization_id = organizations.id
        where organizations.iban = (select iban from own) and organizations.iban <> '' and organizations.id <> ${organization_id}
        order by projects.id desc limit ${compared})
      union
      (select id from projects where title_sort = fold(${title}) order by id desc limit ${compared})
    )
    select projects.slug, projects.title, projects.organization_title as organization, projects.description,
      (select coalesce(json_agg(json_build_object('title', needs.title, 'amount_cents', needs.amount_cents)
          order by position, needs.id), '[]') from needs where project_id = projects.id) as needs,
      projects.target_cents, organizations.iban, projects.starts_on, projects.ends_on, projects.review_status,
      ${newestDecision('review')} as decided,
      projects.organization_id = ${organization_id} as same_organization,
      projects.title_sort = fold(${title}) as same_title,
      coalesce(organizations.iban = (select iban from own), false) as same_account,
      case when projects.description = '' or ${description}::text = '' then 0
        else similarity(left(projects.description, 2000), left(${description}::text, 2000)) end as text
    from candidates join projects on projects.id = candidates.id
      join organizations on organizations.id = projects.organization_id
    where projects.id <> ${id} and ${notRemovedOf('projects')}
    order by projects.id desc`.execute(db)
  const found = rows.flatMap(({ same_organization, same_title, same_account, text, ...double }) => {
    const reasons = likeness({
      sameOrganization: same_organization,
      sameTitle: same_title,
      sameAccount: same_account,
      text,
      cents: [target_cents, double.target_cents],
    })
    const percentOf = (code: DoubleReason) => (code === 'text' ? Math.round(text * 100) : null)
    const told = reasons.map((code) => ({ code, percent: percentOf(code) }))
    return told.length > 0 ? [{ ...double, reasons: told }] : []
  })
  return found.toSorted((a, b) => b.reasons.length - a.reasons.length).slice(0, shown)
}
