import { text } from '#server/base/texts.ts'
import {
  exportColumns,
  type ExportContext,
  type ExportParameters,
  type ListExport,
} from '#features/exports/server/list-export.ts'
import { can } from '#shared/permissions.ts'
import { personalData } from '#shared/personal-data.ts'
import type { Db } from '#server/db/db.ts'
import { payoutCells } from '../cells.ts'
import type { PayoutRow } from '../contract.ts'
import { payoutList } from '../table.ts'
import { type PayoutQuery, selectablePayouts } from './list.ts'
import { presentPayout } from './present.ts'
import { allPayoutIds, payoutsByIds } from './queries.ts'

/** Exports payouts: number and project, then the visible columns in screen order. */
export async function exportOfPayouts(
  db: Db,
  query: PayoutQuery,
  wanted: ExportParameters,
  asked: ExportContext,
): Promise<ListExport<PayoutRow>> {
  const { locale } = asked
  return {
    ...asked,
    name: text(locale, 'nav.payouts'),
    list: payoutList,
    query,
    selectable: selectablePayouts,
    ids: await allPayoutIds(db, query, wanted),
    // The file shows account holders in clear text, so each later download must check that right again.
    needs: personalData.bank_details.filter((right) => can(asked.holder, right)).slice(0, 1),
    rowsByIds: async (from, ids) =>
      (await payoutsByIds(from, ids)).map((row) => presentPayout(row, locale, asked.holder)),
    columns: exportColumns(payoutList, payoutCells, wanted, locale),
  }
}
