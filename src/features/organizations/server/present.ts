import { type Day, showDay } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import { dash, type Label } from '#shared/labels.ts'
import type { Holder } from '#shared/permissions.ts'
import { reviewLabel, type ReviewKind } from '#features/reviews/outcomes.ts'
import { statusLabel } from '#shared/statuses.ts'
import { factsOf } from '#server/lists/facts.ts'
import { pick } from '#server/lists/list-query.ts'
import { text, textOf } from '#server/base/texts.ts'
import { html } from '#server/formats/html.ts'
import type { OrganizationDetail, OrganizationRow } from '../contract.ts'
import { organizationRecord } from '../fields.ts'
import { presentFields } from '#server/records/stored.ts'
import { organizationCells } from '../cells.ts'
import { organizationList } from '../table.ts'
import { type ExemptionPeriods, exemptionValidUntil, isExemptionExpired } from '../rules.ts'
import { shownColumns, type StoredDetail, type StoredRow } from './queries.ts'

const display = (locale: Locale, choice: number | null, label: Label | undefined) => ({
  choice,
  display: label ? textOf(locale, label.text) : dash,
})

export function presentRow(row: StoredRow, locale: Locale, isProofExpired: boolean): OrganizationRow {
  const review = (kind: ReviewKind, choice: number | null) =>
    display(locale, choice, reviewLabel(kind, 'organization', choice))
  return {
    ...pick(row, shownColumns),
    status: display(locale, row.status, statusLabel(row.status)),
    review_status: review('review', row.review_status),
    content_review_status: review('content', row.content_review_status),
    nonprofit_review_status: review('nonprofit', row.nonprofit_review_status),
    voting_review_status: review('voting', row.voting_review_status),
    is_notice_of_exemption_expired: isProofExpired,
    internal_status:
      row.internal_slug === null ? null : { slug: row.internal_slug, label: row.internal_title! },
    open_tasks: row.open_tasks,
  }
}

/** An organization for its page; bank details are masked for people who may not see them. */
export function presentDetail(
  row: StoredDetail,
  locale: Locale,
  { user, today, periods }: { user: Holder; today: Day; periods: ExemptionPeriods },
): OrganizationDetail {
  return {
    ...presentRow(row, locale, isExemptionExpired(row, today, periods)),
    ...presentFields(organizationRecord, row, user),
    exemption_valid_until: exemptionValidUntil(row, periods),
    project_count: row.project_count,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** The info modal's HTML; every value is escaped. */
export function presentInfo(detail: OrganizationDetail, locale: Locale): { title: string; html: string } {
  const until = detail.exemption_valid_until
  const facts: [heading: string, value: string][] = [
    ...factsOf(organizationList, organizationCells, detail, locale),
    [text(locale, 'organizations.website'), detail.website],
    [text(locale, 'organizations.phone'), detail.phone],
    [text(locale, 'organizations.address'), addressOf(detail)],
    [text(locale, 'organizations.register_number'), detail.register_number],
    [text(locale, 'organizations.valid_until'), until ? showDay(until) : dash],
    [text(locale, 'organizations.project_count'), String(detail.project_count)],
  ]
  const rows = facts.map(
    ([heading, value]) =>
      html`<dt>${heading}</dt>
        <dd>${value || dash}</dd>`,
  )
  const description = detail.description ? html`<p>${detail.description}</p>` : html``
  return {
    title: detail.title,
    html: String(
      html`<dl>${rows}</dl>
        ${description}`,
    ),
  }
}

/** Street, postcode and city on one line; empty if none is known. */
export function addressOf(place: { street: string; postcode: string; city: string }): string {
  return [place.street, `${place.postcode} ${place.city}`.trim()].filter(Boolean).join(', ')
}
