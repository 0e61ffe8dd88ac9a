import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { maskedIban } from '#shared/iban.ts'
import { dash } from '#shared/labels.ts'
import type { Locale } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { passes, recordStatus } from '#shared/statuses.ts'
import type { Db } from '#server/db/db.ts'
import { personName } from '#server/base/person-name.ts'
import { notRemoved } from '#server/lists/removed-rows.ts'
import type { User } from '#server/auth/session.ts'
import { textOf } from '#server/base/texts.ts'
import { limitsOn } from '#features/limits/server/queries.ts'
import { reviewLabel, type ReviewKind, type Subject } from '#features/reviews/outcomes.ts'
import { standingOn } from '#features/reviews/server/standing-decisions.ts'
import type { OrganizationBrief, ProjectBrief } from '../brief.ts'
import { exemptionValidUntil, isExemptionExpired } from '../rules.ts'
import type { StoredDetail } from './queries.ts'

export type Reader = { user: User; locale: Locale; today: Day }

const outcomesOf = (row: StoredDetail) => ({
  review: row.review_status,
  content: row.content_review_status,
  nonprofit: row.nonprofit_review_status,
  voting: row.voting_review_status,
})

export const standingOnOrganization = (db: Db, row: StoredDetail, locale: Locale) =>
  standingOn(db, { type: 'organization', id: row.id, outcomes: outcomesOf(row) }, locale)

export async function briefOf(
  db: Db,
  row: StoredDetail,
  { user, locale, today }: Reader,
): Promise<OrganizationBrief> {
  const { exemption_notice_months, exemption_art60a_months } = await limitsOn(db, today)
  const periods = { notice: exemption_notice_months, art60a: exemption_art60a_months }
  const review = (await standingOnOrganization(db, row, locale)).find(({ kind }) => kind === 'review')
  const { slug, title, email_contact, iban, tax_office } = row
  return {
    slug,
    title,
    email_contact,
    place: `${row.postcode} ${row.city}`.trim(),
    review: outcomeInWords(locale, { kind: 'review', subject: 'organization', choice: row.review_status }),
    may_receive: row.status === recordStatus.complete && passes(row.review_status),
    review_by: review?.by ?? null,
    review_at: review?.at ? new Date(review.at).toISOString() : null,
    proof: {
      kind: row.exemption_kind,
      expired: isExemptionExpired(row, today, periods),
      until: exemptionValidUntil(row, periods),
      tax_office,
    },
    bank: can(user, 'view_organizations') && iban !== '' ? { iban: maskedIban(iban) } : null,
  }
}

type Outcome = { kind: ReviewKind; subject: Subject; choice: number | null }

export function outcomeInWords(locale: Locale, { kind, subject, choice }: Outcome) {
  const label = reviewLabel(kind, subject, choice)
  return { choice, display: label ? textOf(locale, label.text) : dash }
}

type StoredProject = Omit<ProjectBrief, 'review_status' | 'decided'> & {
  review_status: number | null
  by: string | null
  at: Date | null
  reason: string
  all: number
}

/** The newest projects of an organization with their decisions, and their total, both without project `but`. */
export async function projectsInBrief(
  db: Db,
  organizationId: number,
  { but = 0, most, locale }: { but?: number; most: number; locale: Locale },
): Promise<{ projects: ProjectBrief[]; count: number }> {
  const { rows } = await sql<StoredProject>`
    select slug, title, review_status, funded_cents, target_cents, "all", decision.by, decision.at, decision.reason
    from (
      select id, slug, title, review_status, funded_cents, target_cents, created_at, count(*) over ()::int as "all"
      from projects where organization_id = ${organizationId} and id <> ${but} and ${notRemoved}
      order by created_at desc, id desc limit ${most}
    ) project left join lateral (
      select decision.outcome, ${personName} as by, decision.decided_at as at, decision.reason
      from review_decisions decision left join users on users.id = decision.decided_by
      where subject = 'project' and subject_id = project.id and kind = 'review' and undoes is null
        and not exists (select from review_decisions later where later.undoes = decision.id)
      order by decision.id desc limit 1
    ) decision on decision.outcome is not null
    order by project.created_at desc, project.id desc`.execute(db)
  return {
    count: rows[0]?.all ?? 0,
    projects: rows.map(({ slug, title, funded_cents, target_cents, review_status, by, at, reason }) => ({
      slug,
      title,
      funded_cents,
      target_cents,
      review_status: outcomeInWords(locale, { kind: 'review', subject: 'project', choice: review_status }),
      decided: at && { at: at.toISOString(), by: by ?? dash, reason },
    })),
  }
}
