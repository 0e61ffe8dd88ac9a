import type { TextKey } from '#web/texts.ts'
import type { Column, TitleColumn } from '#web/table/types.ts'
import { drawCell } from '#web/table/cell.tsx'
import { projectCells } from '../cells.ts'
import type { ProjectRow } from '../contract.ts'
import type { ProjectColumn } from '../table.ts'

/** Address of a project's own page. */
export const projectAddress = (slug: string) => `/site-admin/project/${encodeURIComponent(slug)}/update/`

export const titleColumn: TitleColumn<ProjectRow> = {
  title: 'columns.project',
  ordering: 'title',
  cell: (row) => ({
    title: row.title,
    subtitle: row.organization.title,
    href: projectAddress(row.slug),
  }),
}

function column(
  key: ProjectColumn,
  texts: Record<string, TextKey> | undefined,
  rest: Partial<Column<ProjectRow>> = {},
): Column<ProjectRow> {
  return {
    key,
    title: `columns.${key}`,
    ordering: key,
    filter: { name: key, ...(texts ? { texts } : {}) },
    cell: (row, t) => drawCell(projectCells[key](row), t),
    ...rest,
  }
}

const review: Record<string, TextKey> = {
  needs_review: 'labels.needs_review',
  public: 'labels.public',
  accepted: 'labels.accepted',
  rejected: 'labels.rejected',
}

/** The columns of the project list; each filters and orders by its own key. */
export const columns: readonly Column<ProjectRow>[] = [
  column('status', {
    in_progress: 'labels.in_progress',
    complete: 'labels.complete',
    archived: 'labels.archived',
  }),
  column('review_status', review, { width: 128 }),
  column('content_review_status', review, { width: 132, card: false }),
  column('voting_review_status', review, { width: 128, card: false }),
  column(
    'financing_status',
    {
      fully_funded: 'labels.fully_funded',
      expired: 'labels.expired',
      in_financing: 'labels.in_financing',
      banned: 'labels.banned',
    },
    { width: 140 },
  ),
  column('funding_type', {
    donation: 'labels.donation',
    sponsoring: 'labels.sponsoring',
    foundation: 'labels.foundation',
    profit_savings: 'labels.profit_savings',
    individual_bank_account: 'labels.individual_bank_account',
  }),
  column('internal_status', undefined, { card: false }),
]

/** Filters of the list that span columns. */
export const filters = [
  {
    name: 'needs_review',
    title: 'columns.needs_review',
    texts: { review: 'labels.review', voting_review: 'labels.voting_review' },
  },
] as const satisfies readonly { name: string; title: TextKey; texts: Record<string, TextKey> }[]
