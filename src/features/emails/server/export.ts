import { text } from '#server/base/texts.ts'
import {
  exportColumns,
  type ExportContext,
  type ExportParameters,
  type ListExport,
} from '#features/exports/server/list-export.ts'
import type { Db } from '#server/db/db.ts'
import { personalData, seesDonors } from '#shared/personal-data.ts'
import { emailCells } from '../cells.ts'
import { maskDonors } from './donor-mails.ts'
import type { EmailRow } from '../contract.ts'
import { emailList } from '../table.ts'
import { presentRow } from './present.ts'
import { allEmailIds, type EmailQuery, emailsByIds, selectableEmails } from './queries.ts'

/** Exports the outbox: the subject, then the visible columns; never a body. `slugs` are ids. */
export async function exportOfEmails(
  db: Db,
  query: EmailQuery,
  wanted: ExportParameters,
  asked: ExportContext,
): Promise<ListExport<EmailRow>> {
  const { locale } = asked
  return {
    ...asked,
    name: text(locale, 'permissions.emails'),
    list: emailList,
    query,
    selectable: selectableEmails(asked.holder),
    ids: await allEmailIds(db, query, wanted, asked.holder),
    needs: seesDonors(asked.holder) ? [...personalData.donor] : [],
    rowsByIds: async (from, ids) =>
      (await maskDonors(from, await emailsByIds(from, ids), asked.holder)).map((row) =>
        presentRow(row, locale),
      ),
    columns: exportColumns(emailList, emailCells, wanted, locale),
  }
}
