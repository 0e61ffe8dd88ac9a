import { showInstant } from '#shared/dates.ts'
import { text, textOf } from '#server/texts.ts'
import {
  type AskedBy,
  type AskedFor,
  type ListExport,
  textColumn,
} from '#features/exports/server/list-export.ts'
import type { Db } from '#server/db/db.ts'
import type { EmailRow } from '../contract.ts'
import { emailColumns, emailList } from '../table.ts'
import { presentRow } from './present.ts'
import { allEmailIds, type EmailQuery, emailsByIds, selectableEmails } from './queries.ts'

type Column = (typeof emailColumns)[number]

const cells: Record<Column, (mail: EmailRow) => string> = {
  state: (mail) => [mail.state_display, mail.reason_display].filter(Boolean).join(': '),
  template: (mail) => mail.template_title,
  to_email: (mail) => mail.to_email,
  language: (mail) => mail.language,
  attempts: (mail) => String(mail.attempts),
  created_at: (mail) => showInstant(mail.created_at),
  sent_at: (mail) => (mail.sent_at === null ? '' : showInstant(mail.sent_at)),
}

/** The export of the outbox: the subject, then the visible columns; never a body. `slugs` are ids. */
export async function exportOfEmails(
  db: Db,
  query: EmailQuery,
  { columns = [...emailColumns], ...picked }: AskedFor,
  asked: AskedBy,
): Promise<ListExport<EmailRow>> {
  const { locale } = asked
  return {
    ...asked,
    name: text(locale, 'permissions.emails'),
    declaration: emailList,
    query,
    selectable: selectableEmails,
    ids: await allEmailIds(db, query, picked),
    rowsByIds: async (from, ids) => (await emailsByIds(from, ids)).map((row) => presentRow(row, locale)),
    columns: [
      textColumn(textOf(locale, 'columns.subject'), 60, (mail: EmailRow) => mail.subject),
      ...(columns as Column[]).map((key) => textColumn(textOf(locale, `columns.${key}`), 28, cells[key])),
    ],
  }
}
