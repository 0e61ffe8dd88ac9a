import { formatEuro } from '#shared/money.ts'
import { cellsOf } from '#shared/lists/list-cells.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import type { Locale } from '#shared/messages.ts'
import type { Db } from '#server/db/db.ts'
import { text, textOf } from '#server/base/texts.ts'
import {
  exportColumns,
  type ExportContext,
  type ExportParameters,
  type ListExport,
} from '#features/exports/server/list-export.ts'
import type { BankLine } from '../contract.ts'
import type { LineState } from '../rules.ts'
import { lineList } from '../table.ts'
import { lineIds, linesByIds } from './lines.ts'
import { presentLines, readStatement } from './present.ts'

/** Exports a statement's lines as the queue shows them. The statement is in the query's `extra`. */
export async function exportOfLines(
  db: Db,
  query: ListQuery<typeof lineList> & { extra: { statement?: number } },
  wanted: ExportParameters,
  asked: ExportContext,
): Promise<ListExport<BankLine>> {
  const { locale } = asked
  const statement = await readStatement(db, query.extra.statement!)
  const { search, filters, ordering } = query
  const state = filters.state as LineState[] | undefined
  const ids = await lineIds(db, statement.id, { search, state }, ordering)
  const number = statement.number.replace(/[^\w.-]+/g, '-')
  return {
    ...asked,
    name: text(locale, 'bank_statements.one', { number }).slice(0, 31),
    list: lineList,
    query,
    ids,
    rowsByIds: async (reader, some) => presentLines(reader, await linesByIds(reader, some)),
    columns: exportColumns(lineList, cellsIn(locale), wanted, locale),
  }
}

const cellsIn = (locale: Locale) =>
  cellsOf<typeof lineList, BankLine>(lineList, {
    amount: (line) => line.amount_cents,
    state: ({ state }) => textOf(locale, `bank_statements.state.${state}`),
    targets: ({ parts }) =>
      parts
        .map(
          ({ target_type, title, amount_cents }) =>
            `${title || textOf(locale, `bank_statements.target.${target_type}`)} ${formatEuro(amount_cents, locale)}`,
        )
        .join(', '),
  })
