import type { TextKey } from '#web/texts.ts'
import type { Column, TitleColumn } from '#web/table/types.ts'
import { drawCell } from '#web/table/cell.tsx'
import { organizationCells } from '../cells.ts'
import type { OrganizationRow } from '../contract.ts'
import type { OrganizationColumn } from '../table.ts'

/** Address of an organization's own page. */
export const organizationAddress = (slug: string) =>
  `/site-admin/organization/${encodeURIComponent(slug)}/update/`

/** Address of the public preview (spec §2). */
export const previewAddress = ({ slug, preview_token }: { slug: string; preview_token: string }) =>
  `/organization/${encodeURIComponent(slug)}/?preview_token=${encodeURIComponent(preview_token)}`

export const titleColumn: TitleColumn<OrganizationRow> = {
  title: 'columns.organization',
  ordering: 'title',
  cell: (row) => ({
    title: row.title,
    subtitle: row.email_contact,
    href: organizationAddress(row.slug),
  }),
}

function column(
  key: OrganizationColumn,
  title: TextKey,
  texts: Record<string, TextKey> | undefined,
  rest: Partial<Column<OrganizationRow>> = {},
): Column<OrganizationRow> {
  return {
    key,
    title,
    ordering: key,
    filter: { name: key, ...(texts ? { texts } : {}) },
    cell: (row, t) => drawCell(organizationCells[key](row), t),
    ...rest,
  }
}

const review: Record<string, TextKey> = {
  needs_review: 'labels.needs_review',
  accepted: 'labels.accepted',
  rejected: 'labels.rejected',
}

/** The columns of the organization list; each filters and orders by its own key. */
export const columns: readonly Column<OrganizationRow>[] = [
  column('status', 'columns.status', {
    in_progress: 'labels.in_progress',
    complete: 'labels.complete',
    archived: 'labels.archived',
  }),
  column('review_status', 'columns.review_status', review, { width: 128 }),
  column('content_review_status', 'columns.content_review_status', review, { width: 128, card: false }),
  column('nonprofit_review_status', 'columns.nonprofit_review_status', review, { width: 128, card: false }),
  column('proof_status', 'columns.proof_status', { expired: 'labels.expired', valid: 'labels.valid' }),
  column('voting_review_status', 'columns.project_voting_review', review, { width: 128, card: false }),
  column('internal_status', 'columns.internal_status', undefined, { card: false }),
]
