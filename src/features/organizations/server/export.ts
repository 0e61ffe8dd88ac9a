import { text } from '#server/base/texts.ts'
import {
  type AnyExport,
  exportColumns,
  type ExportContext,
  type ExportParameters,
  importColumns,
  withFields,
} from '#features/exports/server/list-export.ts'
import { internalStatusTitles } from '#features/internal-statuses/server/queries.ts'
import { limitsOn } from '#features/limits/server/queries.ts'
import type { Db } from '#server/db/db.ts'
import { organizationCells } from '../cells.ts'
import { exemptionValidUntil } from '../rules.ts'
import { organizationList } from '../table.ts'
import { type OrganizationQuery, selectableOrganizations } from './list.ts'
import { presentRow } from './present.ts'
import { againFields, type OrganizationRecord, recordFields } from './export-fields.ts'
import { allOrganizationIds, organizationRecordsByIds, organizationRowsByIds } from './queries.ts'

/**
 * Exports the organization list: title and contact, then the visible columns in screen order; or every field of the record; or
 * the columns that an import reads.
 */
export async function exportOfOrganizations(
  db: Db,
  query: OrganizationQuery,
  wanted: ExportParameters,
  asked: ExportContext,
): Promise<AnyExport> {
  const { locale, today } = asked
  const list = {
    ...asked,
    name: text(locale, 'nav.organizations'),
    list: organizationList,
    query,
    filterTitles: {
      internal_status: await internalStatusTitles(db, 'organization', query.filters.internal_status),
    },
    selectable: selectableOrganizations(today),
    ids: await allOrganizationIds(db, query, today, wanted),
  }
  if (!wanted.set || wanted.set === 'as_seen')
    return {
      ...list,
      rowsByIds: async (from, ids) =>
        (await organizationRowsByIds(from, ids)).map((row) => presentRow(row, locale, row.exemption_expired)),
      columns: exportColumns(organizationList, organizationCells, wanted, locale),
    }
  const columns =
    wanted.set === 'for_import'
      ? { ...importColumns(againFields, asked), notBrought: 'exports.not_brought.organizations' as const }
      : withFields<OrganizationRecord>(
          exportColumns(organizationList, organizationCells, {}, locale),
          recordFields,
          asked,
        )
  const { exemption_notice_months, exemption_art60a_months } = await limitsOn(db, today)
  const periods = { notice: exemption_notice_months, art60a: exemption_art60a_months }
  return {
    ...list,
    rowsByIds: async (from, ids) =>
      (await organizationRecordsByIds(from, ids)).map((record) => ({
        ...presentRow(record, locale, record.exemption_expired),
        record,
        valid_until: exemptionValidUntil(record, periods),
      })),
    ...columns,
  }
}
