import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { type Day, showInstant } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import { mediaTypes } from '#shared/route.ts'
import { inScopeOrNoCompany, scopeOf } from '#server/auth/company-scope.ts'
import type { Db } from '#server/db/db.ts'
import { FileReply } from '#server/routes/implement.ts'
import { fullNameWithUsername, type User } from '#server/auth/session.ts'
import { text, textOf } from '#server/base/texts.ts'
import { writeXlsx } from '#server/formats/xlsx.ts'
import { type FundingType, fundingTypes } from '../funding-types.ts'
import { codesOf } from './account-codes.ts'

type Posting = {
  transaction: number
  business_day: Day
  kind: string
  funding_type: FundingType
  debit_account_id: number
  credit_account_id: number
  amount_cents: number
  company: string
  payout: string
  reverses: number | null
  actor: string
  approver: string
  note: string
}

type ExportReader = { locale: Locale; now: Date; user: User }

/**
 * Every posting of a project's money as a workbook, oldest first. Company users do not see other companies' postings;
 * donors are not named.
 */
export async function moneyExport(
  db: Db,
  project: { id: number; title: string },
  { locale, now, user }: ExportReader,
): Promise<FileReply> {
  const { rows } = await sql<Posting>`
    select entry.id as transaction, row.business_day, entry.kind, funding.funding_type, row.debit_account_id,
      row.credit_account_id, row.amount_cents, coalesce(company.title, '') as company, coalesce(payout.number, '') as payout,
      entry.reverses_id as reverses, entry.note,
      coalesce(nullif(concat_ws(' ', actor.first_name, actor.last_name), ''), event.actor_name, '') as actor,
      concat_ws(' ', approver.first_name, approver.last_name) as approver
    from fundings funding
    join ledger_rows row on row.funding_id = funding.id
    join ledger_transactions entry on entry.id = row.transaction_id
    left join audit_events event on event.id = entry.audit_event_id
    left join users actor on actor.id = entry.created_by
    left join users approver on approver.id = entry.approved_by
    left join companies company on company.id = funding.company_id
    left join payouts payout on payout.id = entry.payout_id
    where funding.project_id = ${project.id} and ${inScopeOrNoCompany(scopeOf(user), sql`funding.company_id`)}
    order by row.id`.execute(db)
  const codes = await codesOf(db, [
    ...new Set(rows.flatMap((row) => [row.debit_account_id, row.credit_account_id])),
  ])
  const name = text(locale, 'money.title')
  const column = (header: string, kind: 'text' | 'date' | 'integer' | 'money_cents', width?: number) => ({
    header,
    kind,
    ...(width && { width }),
  })
  const book = writeXlsx({
    sheets: [
      {
        name,
        columns: [
          column(text(locale, 'journal.number'), 'integer'),
          column(text(locale, 'money.business_day'), 'date'),
          column(text(locale, 'journal.event'), 'text', 28),
          column(text(locale, 'columns.funding_type'), 'text', 18),
          column(text(locale, 'journal.debit'), 'text', 32),
          column(text(locale, 'journal.credit'), 'text', 32),
          column(text(locale, 'journal.amount'), 'money_cents'),
          column(text(locale, 'journal.company'), 'text', 24),
          column(text(locale, 'payouts.payout'), 'text', 16),
          column(text(locale, 'money.reverses'), 'integer'),
          column(text(locale, 'journal.actor'), 'text', 22),
          column(text(locale, 'journal.approver'), 'text', 22),
          column(text(locale, 'ledger.note'), 'text', 40),
        ],
        rows: rows.map((row) => [
          row.transaction,
          row.business_day,
          textOf(locale, `ledger.kinds.${row.kind}`),
          textOf(locale, fundingTypes[row.funding_type].text),
          codes.get(row.debit_account_id)!,
          codes.get(row.credit_account_id)!,
          row.amount_cents,
          row.company,
          row.payout,
          row.reverses,
          row.actor,
          row.approver,
          row.note,
        ]),
      },
    ],
    about: {
      name: text(locale, 'exports.about'),
      rows: ({ rows: count }) => [
        [text(locale, 'columns.project'), project.title],
        [text(locale, 'exports.count'), count],
        [text(locale, 'exports.time'), showInstant(now)],
        [text(locale, 'exports.person'), fullNameWithUsername(user)],
      ],
    },
  })
  return new FileReply(Readable.from(book), mediaTypes.xlsx, `${name} ${project.title}.xlsx`)
}
