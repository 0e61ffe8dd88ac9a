import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { addDays, type Day, showDay, showInstant } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import { formatEuro } from '#shared/money.ts'
import { mediaTypes } from '#shared/route.ts'
import type { Db } from '#server/db/db.ts'
import { invalid } from '#server/base/errors.ts'
import { tablePdf } from '#server/formats/pdf-table.ts'
import { FileReply } from '#server/routes/implement.ts'
import { text, textOf } from '#server/base/texts.ts'
import { writeXlsx } from '#server/formats/xlsx.ts'
import { budgetTitle } from '#features/ledger/server/budgets.ts'
import type { statementFormats } from '../statement.ts'

/** One movement on a company's budgets: signed cents, and the balance after it. */
export type Movement = {
  business_day: Day
  kind: string
  project: string
  budget: string
  note: string
  cents: number
  balance: number
}

/** Movements on a company's budgets in a period, both days inclusive, with the balance before and after. */
export type Statement = { opening: number; closing: number; movements: Movement[] }

type StatementContext = {
  locale: Locale
  today: Day
  now: Date
  user: { first_name: string; last_name: string }
}
type Period = { date_from?: Day | undefined; date_to?: Day | undefined }

/**
 * The statement of account of a company's budgets. It reads only the available accounts, so each movement counts once.
 */
export async function statementOf(
  db: Db,
  companyId: number,
  { from, to }: { from: Day; to: Day },
  locale: Locale,
): Promise<Statement> {
  const { rows: before } = await sql<{ cents: number }>`
    select coalesce(sum(account_balance(id, ${addDays(from, -1)}::date)), 0)::bigint as cents
    from ledger_accounts where kind = 'budget_available' and company_id = ${companyId}`.execute(db)
  const { rows } = await sql<Omit<Movement, 'balance'> & { is_general: boolean }>`
    select row.business_day, entry.kind, coalesce(project.title, '') as project, budget.title as budget,
      budget.is_general, entry.note,
      case when row.debit_account_id = account.id then row.amount_cents else -row.amount_cents end as cents
    from ledger_accounts account
    join budgets budget on budget.company_id = account.company_id
      and (budget.id = account.budget_id or (account.budget_id is null and budget.is_general))
    join ledger_rows row on account.id in (row.debit_account_id, row.credit_account_id)
    join ledger_transactions entry on entry.id = row.transaction_id
    left join fundings on fundings.id = row.funding_id
    left join projects project on project.id = fundings.project_id
    where account.kind = 'budget_available' and account.company_id = ${companyId}
      and row.business_day between ${from}::date and ${to}::date
    order by row.business_day, row.id`.execute(db)
  const opening = before[0]!.cents
  let balance = opening
  const movements = rows.map(({ is_general, ...row }) => {
    balance += row.cents
    return { ...row, budget: budgetTitle({ title: row.budget, is_general }, locale), balance }
  })
  return { opening, closing: balance, movements }
}

/**
 * The statement as a file; the default period is the current year up to today. 400 when the period ends before it
 * begins.
 */
export async function statementReply(
  db: Db,
  company: { id: number; title: string },
  { date_from, date_to, format }: Period & { format: (typeof statementFormats)[number] },
  asked: StatementContext,
): Promise<FileReply> {
  const { locale, today } = asked
  const to = date_to ?? today
  const from = date_from ?? `${to.slice(0, 4)}-01-01`
  if (from > to) throw invalid({ date_to: 'companies.ends_before_start' })
  const statement = await statementOf(db, company.id, { from, to }, locale)
  const name = `${text(locale, 'companies.statement_of', { title: company.title })} ${from} ${to}`
  return format === 'pdf'
    ? new FileReply(await pdf(company, { from, to }, statement, asked), mediaTypes.pdf, `${name}.pdf`)
    : new FileReply(
        Readable.from(xlsx(company, { from, to }, statement, asked)),
        mediaTypes.xlsx,
        `${name}.xlsx`,
      )
}

const headings = [
  'money.business_day',
  'companies.event',
  'columns.project',
  'companies.budget',
  'ledger.note',
  'companies.amount',
  'companies.balance',
] as const

function pdf(
  company: { title: string },
  { from, to }: { from: Day; to: Day },
  { opening, closing, movements }: Statement,
  { locale, now, user }: StatementContext,
): Promise<Uint8Array> {
  const euro = (cents: number) => formatEuro(cents, locale)
  const signed = (cents: number) => (cents > 0 ? `+${euro(cents)}` : euro(cents))
  const balanceRow = (key: 'companies.opening' | 'companies.closing', day: Day, cents: number) => [
    showDay(day),
    text(locale, key),
    '',
    '',
    '',
    '',
    euro(cents),
  ]
  const rows = [
    balanceRow('companies.opening', from, opening),
    ...movements.map((row) => [
      showDay(row.business_day),
      textOf(locale, `ledger.kinds.${row.kind}`),
      row.project,
      row.budget,
      row.note,
      signed(row.cents),
      euro(row.balance),
    ]),
    balanceRow('companies.closing', to, closing),
  ]
  return tablePdf({
    title: text(locale, 'companies.statement_of', { title: company.title }),
    subtitle: text(locale, 'companies.from_to', { from: showDay(from), to: showDay(to) }),
    pageText: (page, pages) => text(locale, 'companies.page_of', { page, pages }),
    columns: headings.map((key, at) => ({
      heading: text(locale, key),
      share: [11, 14, 22, 15, 16, 14, 14][at]!,
      end: at >= 5,
    })),
    rows,
    isStrong: (row) => row === 0 || row === rows.length - 1,
    author: `${user.first_name} ${user.last_name}`.trim(),
    now,
  })
}

function xlsx(
  company: { title: string },
  { from, to }: { from: Day; to: Day },
  { opening, closing, movements }: Statement,
  { locale, now, user }: StatementContext,
) {
  const kinds = ['date', 'text', 'text', 'text', 'text', 'money_cents', 'money_cents'] as const
  return writeXlsx({
    sheets: [
      {
        name: text(locale, 'companies.statement_sheet'),
        columns: headings.map((key, at) => ({ header: text(locale, key), kind: kinds[at]!, width: 24 })),
        rows: [
          [from, text(locale, 'companies.opening'), null, null, null, null, opening],
          ...movements.map((row) => [
            row.business_day,
            textOf(locale, `ledger.kinds.${row.kind}`),
            row.project,
            row.budget,
            row.note,
            row.cents,
            row.balance,
          ]),
          [to, text(locale, 'companies.closing'), null, null, null, null, closing],
        ],
      },
    ],
    about: {
      name: text(locale, 'exports.about'),
      rows: () => [
        [text(locale, 'companies.statement'), company.title],
        [text(locale, 'companies.validity'), `${showDay(from)} – ${showDay(to)}`],
        [text(locale, 'exports.person'), `${user.first_name} ${user.last_name}`.trim()],
        [text(locale, 'exports.time'), showInstant(now)],
      ],
    },
  })
}
