import type { Db } from '#server/db/db.ts'
import { text } from '#server/base/texts.ts'
import {
  exportColumns,
  type ExportContext,
  type ExportParameters,
  type ListExport,
} from '#features/exports/server/list-export.ts'
import { journalCells } from '../../journal/cells.ts'
import type { JournalRow } from '../../journal/journal.ts'
import { journalList } from '../../journal/table.ts'
import { type JournalQuery, selectJournal } from './query.ts'
import { allJournalIds, journalRows } from './rows.ts'

/** Exports exactly the filtered journal, with the running balance if the page shows it. */
export async function exportOfJournal(
  db: Db,
  query: JournalQuery,
  wanted: ExportParameters,
  asked: ExportContext,
): Promise<ListExport<JournalRow>> {
  const { locale } = asked
  const selected = await selectJournal(db, query)
  const ids = await allJournalIds(db, query)
  const picked = wanted.slugs && new Set(wanted.slugs)
  return {
    ...asked,
    name: text(locale, 'journal.title'),
    list: journalList,
    query,
    ids: picked ? ids.filter((id) => picked.has(String(id))) : ids,
    rowsByIds: (from, block) => journalRows(from, block, selected, locale),
    columns: exportColumns(journalList, journalCells, wanted, locale),
  }
}
