import { text } from '#server/texts.ts'
import {
  type AskedBy,
  type AskedFor,
  exportColumns,
  type ListExport,
} from '#features/exports/server/list-export.ts'
import type { Db } from '#server/db/db.ts'
import { payoutCells } from '../cells.ts'
import type { PayoutRow } from '../contract.ts'
import { payoutList } from '../table.ts'
import { type PayoutQuery, selectablePayouts } from './list.ts'
import { presentPayout } from './present.ts'
import { allPayoutIds, payoutsByIds } from './queries.ts'

/** The export of the payouts: number and project, then the visible columns in the order of the screen. */
export async function exportOfPayouts(
  db: Db,
  query: PayoutQuery,
  wanted: AskedFor,
  asked: AskedBy,
): Promise<ListExport<PayoutRow>> {
  const { locale } = asked
  return {
    ...asked,
    name: text(locale, 'nav.payouts'),
    list: payoutList,
    query,
    selectable: selectablePayouts,
    ids: await allPayoutIds(db, query, wanted),
    rowsByIds: async (from, ids) => (await payoutsByIds(from, ids)).map((row) => presentPayout(row, locale)),
    columns: exportColumns(payoutList, payoutCells, wanted, locale),
  }
}
