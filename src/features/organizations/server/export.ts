import type { TextKey } from '#shared/text-keys.ts'
import { text, textOf } from '#server/texts.ts'
import {
  type AskedBy,
  type AskedFor,
  cellText,
  type ListExport,
  textColumn,
} from '#features/exports/server/list-export.ts'
import { internalStatusTitles } from '#features/internal-statuses/server/queries.ts'
import type { Db } from '#server/db/db.ts'
import { organizationCells } from '../cells.ts'
import type { OrganizationRow } from '../contract.ts'
import { type OrganizationColumn, organizationColumns, organizationList } from '../table.ts'
import { type OrganizationQuery, selectableOrganizations } from './list.ts'
import { presentRow } from './present.ts'
import { allOrganizationIds, organizationRowsByIds } from './queries.ts'

/** The list's headings where they differ from the column's key. */
const headings: Partial<Record<OrganizationColumn, TextKey>> = {
  voting_review_status: 'columns.project_voting_review',
}

/** The export of the organization list: title and contact, then the visible columns in the order of the screen. */
export async function exportOfOrganizations(
  db: Db,
  query: OrganizationQuery,
  { columns = [...organizationColumns], ...picked }: AskedFor,
  asked: AskedBy,
): Promise<ListExport<OrganizationRow>> {
  const { locale, today } = asked
  return {
    ...asked,
    name: text(locale, 'nav.organizations'),
    declaration: organizationList,
    query,
    filterTitles: await internalStatusTitles(db, 'organization', query.filters.internal_status),
    selectable: selectableOrganizations(today),
    ids: await allOrganizationIds(db, query, today, picked),
    rowsByIds: async (from, ids) =>
      (await organizationRowsByIds(from, ids, today)).map((row) =>
        presentRow(row, locale, row.exemption_expired),
      ),
    columns: [
      textColumn(text(locale, 'columns.organization'), 60, (row: OrganizationRow) => row.title),
      textColumn(text(locale, 'columns.contact_email'), 36, (row: OrganizationRow) => row.email_contact),
      ...(columns as OrganizationColumn[]).map((key) =>
        textColumn(textOf(locale, headings[key] ?? `columns.${key}`), 24, (row: OrganizationRow) =>
          cellText(organizationCells[key](row), locale),
        ),
      ),
    ],
  }
}
