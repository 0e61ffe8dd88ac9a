import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { addDays, type Day, showInstant } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import { monthName, monthsOf, spanOf } from '#shared/periods.ts'
import { mediaTypes } from '#shared/route.ts'
import type { Db } from '#server/db/db.ts'
import { FileReply } from '#server/routes/implement.ts'
import { fullNameWithUsername, type User } from '#server/auth/session.ts'
import { text } from '#server/base/texts.ts'
import { writeXlsx } from '#server/formats/xlsx.ts'
import type { CompanyMonth } from '../contract.ts'

/**
 * A company's budgets over the last twelve months including the current one up to today, in cents: added, given (net of
 * returns), and the balance at each month's end. Computed from the ledger by business day.
 */
export async function developmentOf(db: Db, companyId: number, today: Day): Promise<CompanyMonth[]> {
  const span = spanOf('12_months', today)
  const accounts = sql`
    array(select id from ledger_accounts where kind = 'budget_available' and company_id = ${companyId})`
  const within = sql`business_day between ${span.from}::date and ${span.to}::date`
  const { rows: opened } = await sql<{ cents: number }>`
    select coalesce(sum(account_balance(id, ${addDays(span.from, -1)}::date)), 0)::bigint as cents
    from unnest(${accounts}) id`.execute(db)
  // Movements need an index-only scan; the few grants have their own index.
  const { rows } = await sql<{ month: string; moved: number; added: number }>`
    select to_char(business_day::timestamp, 'YYYY-MM') as month, sum(moved)::bigint as moved, sum(added)::bigint as added
    from (
      select business_day, amount_cents as moved, 0 as added from ledger_rows
      where debit_account_id = any(${accounts}) and ${within}
      union all
      select business_day, -amount_cents, 0 from ledger_rows where credit_account_id = any(${accounts}) and ${within}
      union all
      select business_day, 0, case when debit_account_id = any(${accounts}) then amount_cents else -amount_cents end
      from ledger_rows where purpose = 'budget_grant' and ${within}
        and (debit_account_id = any(${accounts}) or credit_account_id = any(${accounts}))
    ) row
    group by 1`.execute(db)
  const of = new Map(rows.map((row) => [row.month, row]))
  let available_cents = opened[0]!.cents
  return monthsOf(span).map((month) => {
    const { moved, added } = of.get(month) ?? { moved: 0, added: 0 }
    available_cents += moved
    return { month, added_cents: added, given_cents: added - moved, available_cents }
  })
}

/** The same months as a workbook, one row each. */
export async function developmentReply(
  db: Db,
  company: { id: number; title: string },
  { locale, today, now, user }: { locale: Locale; today: Day; now: Date; user: User },
): Promise<FileReply> {
  const months = await developmentOf(db, company.id, today)
  const name = text(locale, 'companies.development_of', { title: company.title })
  const book = writeXlsx({
    sheets: [
      {
        name: text(locale, 'companies.development'),
        columns: [
          { header: text(locale, 'companies.month'), kind: 'text', width: 24 },
          ...(['companies.added', 'companies.given', 'companies.left_at_end'] as const).map((key) => ({
            header: text(locale, key),
            kind: 'money_cents' as const,
            width: 24,
          })),
        ],
        rows: months.map(({ month, added_cents, given_cents, available_cents }) => [
          monthName(month, locale, 'with year'),
          added_cents,
          given_cents,
          available_cents,
        ]),
      },
    ],
    about: {
      name: text(locale, 'exports.about'),
      rows: () => [
        [text(locale, 'companies.company'), company.title],
        [text(locale, 'exports.time'), showInstant(now)],
        [text(locale, 'exports.person'), fullNameWithUsername(user)],
      ],
    },
  })
  return new FileReply(Readable.from(book), mediaTypes.xlsx, `${name} ${today}.xlsx`)
}
