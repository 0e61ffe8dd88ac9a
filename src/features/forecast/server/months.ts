import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { addMonths, type Day, showInstant } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import { monthName, monthsOf } from '#shared/periods.ts'
import { mediaTypes } from '#shared/route.ts'
import type { Db } from '#server/db/db.ts'
import { FileReply } from '#server/routes/implement.ts'
import { fullNameWithUsername, type User } from '#server/auth/session.ts'
import { text } from '#server/base/texts.ts'
import { writeXlsx } from '#server/formats/xlsx.ts'
import type { EndingMonths } from '../contract.ts'
import { endingOn } from './queries.ts'

/** Forecast proofs by month of expiry: expired before today, the next twelve months including this one, and later. */
export async function endingMonths(db: Db, today: Day): Promise<EndingMonths> {
  const months = monthsOf({ from: today, to: addMonths(today, 11) })
  const { rows } = await sql<{ month: string; proofs: number; asked: number }>`
    select case when is_over then 'over' else to_char(proof_until::timestamp, 'YYYY-MM') end as month,
      count(*)::integer as proofs, count(*) filter (where is_asked)::integer as asked
    from (${await endingOn(db, today)}) ending group by 1`.execute(db)
  const sumOf = (belongs: (month: string) => boolean) => {
    const found = rows.filter(({ month }) => belongs(month))
    return {
      proofs: found.reduce((sum, row) => sum + row.proofs, 0),
      asked: found.reduce((sum, row) => sum + row.asked, 0),
    }
  }
  return {
    over: sumOf((month) => month === 'over'),
    months: months.map((month) => ({ month, ...sumOf((other) => other === month) })),
    later: sumOf((month) => month !== 'over' && month > months.at(-1)!),
  }
}

type ReplyContext = { locale: Locale; today: Day; now: Date; user: User }

/** The same months as a workbook, one row each. */
export async function endingMonthsReply(
  db: Db,
  { locale, today, now, user }: ReplyContext,
): Promise<FileReply> {
  const { over, months, later } = await endingMonths(db, today)
  const name = text(locale, 'documents.forecast.by_month')
  const cells = ({ proofs, asked }: { proofs: number; asked: number }) => [proofs, asked, proofs - asked]
  const counted = ['proofs', 'asked_for', 'not_asked'] as const
  const book = writeXlsx({
    sheets: [
      {
        name,
        columns: [
          { header: text(locale, 'documents.forecast.month'), kind: 'text', width: 24 },
          ...counted.map((key) => ({
            header: text(locale, `documents.forecast.${key}`),
            kind: 'integer' as const,
            width: 20,
          })),
        ],
        rows: [
          [text(locale, 'documents.forecast.over'), ...cells(over)],
          ...months.map((row) => [monthName(row.month, locale, 'with year'), ...cells(row)]),
          [text(locale, 'documents.forecast.later'), ...cells(later)],
        ],
      },
    ],
    about: {
      name: text(locale, 'exports.about'),
      rows: () => [
        [text(locale, 'exports.time'), showInstant(now)],
        [text(locale, 'exports.person'), fullNameWithUsername(user)],
      ],
    },
  })
  return new FileReply(Readable.from(book), mediaTypes.xlsx, `${name} ${today}.xlsx`)
}
