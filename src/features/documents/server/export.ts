import type { Db } from '#server/db/db.ts'
import { text } from '#server/base/texts.ts'
import {
  exportColumns,
  type ExportContext,
  type ExportParameters,
  type ListExport,
} from '#features/exports/server/list-export.ts'
import { limitsOn } from '#features/limits/server/queries.ts'
import { documentCells } from '../cells.ts'
import type { DocumentRow } from '../contract.ts'
import { documentList } from '../table.ts'
import { presentDocument } from './present.ts'
import {
  documentIds,
  type DocumentQuery,
  documentsByIds,
  pickedDocuments,
  selectableDocuments,
  visibilityFor,
} from './queries.ts'

/** The export of the documents: the list's columns, never the files. */
export async function exportOfDocuments(
  db: Db,
  query: DocumentQuery,
  wanted: ExportParameters,
  asked: ExportContext,
): Promise<ListExport<DocumentRow>> {
  const { locale, today, holder } = asked
  const seen = { ...visibilityFor({ user: holder, today }), locale }
  const { receipt_kept_months: keptMonths } = await limitsOn(db, today)
  return {
    ...asked,
    name: text(locale, 'nav.documents'),
    list: documentList,
    query,
    selectable: selectableDocuments(seen),
    ids: await documentIds(db, query, pickedDocuments(query, seen, wanted)),
    rowsByIds: async (from, ids) =>
      (await documentsByIds(from, ids, seen)).map((row) =>
        presentDocument(row, { locale, keptMonths, user: holder }),
      ),
    columns: exportColumns(documentList, documentCells, wanted, locale),
  }
}
