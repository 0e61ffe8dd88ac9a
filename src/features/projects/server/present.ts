import { formatEuro } from '#shared/money.ts'
import { showDay } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import { dash, type Label } from '#shared/labels.ts'
import type { OfferedField } from '#features/additional-fields/contract.ts'
import { answerInWords } from '#features/additional-fields/record.ts'
import { fundingTypes } from '#features/ledger/funding-types.ts'
import { reviewLabel, type ReviewKind } from '#features/reviews/outcomes.ts'
import { financing, statusLabel } from '#shared/statuses.ts'
import { factsOf } from '#server/lists/facts.ts'
import { presentFields } from '#server/records/stored.ts'
import type { Holder } from '#shared/permissions.ts'
import { pick } from '#server/lists/list-query.ts'
import { text, textOf } from '#server/base/texts.ts'
import { html } from '#server/formats/html.ts'
import type { ProjectDetail, ProjectRow } from '../contract.ts'
import { projectRecord } from '../fields.ts'
import { projectCells } from '../cells.ts'
import { projectList } from '../table.ts'
import { blockingCodes, type BlockingCode, missingCents, reasonsOf } from '../rules.ts'
import { shownColumns, type StoredDetail, type StoredRow } from './queries.ts'

const display = (locale: Locale, choice: number | null, label: Label | undefined) => ({
  choice,
  display: label ? textOf(locale, label.text) : dash,
})

const judged = [
  'status',
  'review_status',
  'is_banned',
  'target_cents',
  'funded_cents',
  'is_ended',
  'proof',
] as const

/** A stored row in the format of API and export, in the caller's language. */
export function presentRow(row: StoredRow, locale: Locale): ProjectRow {
  const review = (kind: ReviewKind, choice: number | null) =>
    display(locale, choice, reviewLabel(kind, 'project', choice))
  return {
    ...pick(row, shownColumns),
    organization: {
      slug: row.organization_slug,
      title: row.organization_title,
      email_contact: row.organization_email,
    },
    status: display(locale, row.status, statusLabel(row.status)),
    review_status: review('review', row.review_status),
    content_review_status: review('content', row.content_review_status),
    voting_review_status: review('voting', row.voting_review_status),
    fully_funded: row.financing === financing.fullyFunded,
    expired: row.financing === financing.expired,
    can_receive_fundings: row.financing === financing.inFinancing,
    funding_type: { choice: row.funding_type, display: textOf(locale, fundingTypes[row.funding_type].text) },
    individual_bank_account:
      row.account_slug === null ? null : { slug: row.account_slug, title: row.account_title! },
    internal_status:
      row.internal_slug === null ? null : { slug: row.internal_slug, label: row.internal_title! },
    missing_cents: missingCents(row),
    reviewer: row.reviewer,
    waiting_since: row.waiting_since && new Date(row.waiting_since).toISOString(),
    ...pick(row, ['proof', 'town', 'postcode']),
    // Passes only the fields it reads instead of copying the whole row.
    blocking: reasonsOf({
      ...pick(row, judged),
      organization: { status: row.organization_status, review_status: row.organization_review_status },
    }),
    last_decision:
      row.decision_kind && row.decision_outcome !== null
        ? {
            kind: row.decision_kind,
            choice: row.decision_outcome,
            display: display(
              locale,
              row.decision_outcome,
              reviewLabel(row.decision_kind, 'project', row.decision_outcome),
            ).display,
            decided_at: new Date(row.decided_at!).toISOString(),
          }
        : null,
    open_tasks: row.open_tasks,
    additional: row.additional,
    waiting_acts: row.waiting_acts,
  }
}

type Needs = { id: number; title: string; amount_cents: number }[]

export function presentDetail(
  row: StoredDetail,
  {
    needs,
    frozen,
    locale,
    today,
    user,
  }: { needs: Needs; frozen: boolean; locale: Locale; today: string; user: Holder },
): ProjectDetail {
  const organization = { status: row.organization_status, review_status: row.organization_review_status }
  return {
    ...presentRow(row, locale),
    ...presentFields(projectRecord, row, user),
    needs: needs.map(({ id, title, amount_cents }) => ({ id, title, amount_cents })),
    needs_frozen: frozen,
    blocking_reasons: blockingCodes({ ...row, organization }, today).map((code) => ({
      code,
      text: textOf(locale, `blocking.${code}`),
      link: linkThatFixes(code, row),
    })),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** The page, and its part, where staff can fix a blocking reason. */
export function linkThatFixes(
  code: BlockingCode,
  row: Pick<StoredDetail, 'slug' | 'organization_slug'>,
): string {
  if (code.startsWith('organization_')) return `/site-admin/organization/${row.organization_slug}/update/`
  const place: Partial<Record<BlockingCode, string>> = {
    not_reviewed: '#review',
    ended: '#dates',
    fully_funded: '#financing',
  }
  return `/site-admin/project/${row.slug}/update/${place[code] ?? '#status'}`
}

/** The info modal's HTML; every value is escaped. */
export function presentInfo(
  detail: ProjectDetail,
  fields: readonly OfferedField[],
  locale: Locale,
): { title: string; html: string } {
  const words = { locale, textOf: (key: string) => textOf(locale, key) }
  const facts: [heading: string, value: string][] = [
    ...factsOf(projectList, projectCells, detail, locale),
    [text(locale, 'columns.contact_email'), detail.organization.email_contact],
    [text(locale, 'columns.missing'), formatEuro(detail.missing_cents, locale)],
    [text(locale, 'columns.starts_on'), detail.starts_on ? showDay(detail.starts_on) : dash],
    [text(locale, 'columns.ends_on'), detail.ends_on ? showDay(detail.ends_on) : dash],
    ...fields
      .filter(({ active }) => active)
      .map((field): [string, string] => [
        field.label,
        answerInWords(field, detail.additional[field.key], words),
      ]),
  ]
  const rows = facts.map(
    ([heading, value]) =>
      html`<dt>${heading}</dt>
        <dd>${value || dash}</dd>`,
  )
  const needs = detail.needs.map(
    (need) => html`<li>${need.title}: ${formatEuro(need.amount_cents, locale)}</li>`,
  )
  const description = detail.description ? html`<p>${detail.description}</p>` : html``
  const list =
    needs.length > 0
      ? html`<h3>${textOf(locale, 'projects.needs')}</h3>
          <ul>
            ${needs}
          </ul>`
      : html``
  return {
    title: detail.title,
    html: String(
      html`<dl>${rows}</dl>
        ${description}${list}`,
    ),
  }
}
