import { text } from '#server/texts.ts'
import {
  type AskedBy,
  type AskedFor,
  exportColumns,
  type ListExport,
} from '#features/exports/server/list-export.ts'
import { internalStatusTitles } from '#features/internal-statuses/server/queries.ts'
import type { Db } from '#server/db/db.ts'
import { organizationCells } from '../cells.ts'
import type { OrganizationRow } from '../contract.ts'
import { organizationList } from '../table.ts'
import { type OrganizationQuery, selectableOrganizations } from './list.ts'
import { presentRow } from './present.ts'
import { allOrganizationIds, organizationRowsByIds } from './queries.ts'

/** The export of the organization list: title and contact, then the visible columns in the order of the screen. */
export async function exportOfOrganizations(
  db: Db,
  query: OrganizationQuery,
  wanted: AskedFor,
  asked: AskedBy,
): Promise<ListExport<OrganizationRow>> {
  const { locale, today } = asked
  return {
    ...asked,
    name: text(locale, 'nav.organizations'),
    list: organizationList,
    query,
    filterTitles: await internalStatusTitles(db, 'organization', query.filters.internal_status),
    selectable: selectableOrganizations(today),
    ids: await allOrganizationIds(db, query, today, wanted),
    rowsByIds: async (from, ids) =>
      (await organizationRowsByIds(from, ids, today)).map((row) =>
        presentRow(row, locale, row.exemption_expired),
      ),
    columns: exportColumns(organizationList, organizationCells, wanted, locale),
  }
}
