import type { PageAddress } from '#shared/pages.ts'
import { columnsOf, otherFiltersOf, titleOf } from '#web/table/list/columns.ts'
import { projectCells } from '../cells.ts'
import type { ProjectRow } from '../contract.ts'
import { projectList } from '../table.ts'
import { reviewerCell, waitingCell } from './decision-cells.tsx'
import { moneyCell } from './MoneyCell.tsx'

export const projectAddress = (slug: string): PageAddress =>
  `/site-admin/project/${encodeURIComponent(slug)}/update/`

/** The project's page with its fields in edit mode. */
export const projectEditAddress = (slug: string): PageAddress =>
  `/site-admin/project/${encodeURIComponent(slug)}/update/?edit=true`

export const titleColumn = titleOf<ProjectRow>(projectList, (row) => ({
  title: row.title,
  subtitle: row.organization.title,
  href: projectAddress(row.slug),
}))

/** Columns with a renderer of their own. */
export const drawn = { money: moneyCell, waiting_since: waitingCell, reviewer: reviewerCell }

export const columns = columnsOf(projectList, projectCells, drawn)

/** Filters of the list that span columns. */
export const filters = otherFiltersOf(projectList)
