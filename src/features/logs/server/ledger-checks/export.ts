import { Readable } from 'node:stream'
import { showInstant } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import { fullNameWithUsername, type User } from '#server/auth/session.ts'
import { text } from '#server/base/texts.ts'
import { writeXlsx } from '#server/formats/xlsx.ts'
import type { LedgerCheckRow } from '../../ledger-checks/ledger-checks.ts'

type CheckBookContext = { user: User; locale: Locale; now: Date }

/** The checks as a workbook: a sheet with one line each, a sheet with the broken rows, and one about the export. */
export function ledgerCheckBook(
  rows: readonly LedgerCheckRow[],
  { user, locale, now }: CheckBookContext,
): Readable {
  const broken = rows.flatMap((check) => check.rows.map((row) => ({ check, row })))
  return Readable.from(
    writeXlsx({
      sheets: [
        {
          name: text(locale, 'ledger_checks.title'),
          columns: [
            { header: text(locale, 'ledger_checks.check'), kind: 'text', width: 70 },
            { header: text(locale, 'ledger_checks.checked'), kind: 'text', width: 40 },
            { header: text(locale, 'ledger_checks.milliseconds'), kind: 'integer' },
            { header: text(locale, 'ledger_checks.result'), kind: 'text', width: 16 },
            { header: text(locale, 'ledger_checks.as_of_heading'), kind: 'datetime' },
          ],
          rows: rows.map((row) => [
            row.sentence,
            row.checked_display,
            row.duration_ms,
            resultOf(row, locale),
            row.as_of,
          ]),
        },
        {
          name: text(locale, 'ledger_checks.broken_rows'),
          columns: [
            { header: text(locale, 'ledger_checks.check'), kind: 'text', width: 70 },
            { header: text(locale, 'ledger_checks.row'), kind: 'text', width: 40 },
            { header: text(locale, 'ledger_checks.reason'), kind: 'text', width: 50 },
            { header: text(locale, 'ledger_checks.one_figure'), kind: 'money_cents' },
            { header: text(locale, 'ledger_checks.other_figure'), kind: 'money_cents' },
            { header: text(locale, 'ledger_checks.difference_heading'), kind: 'money_cents' },
            { header: text(locale, 'journal.number'), kind: 'integer' },
          ],
          rows: broken.map(({ check, row }) => [
            check.sentence,
            row.title,
            row.text,
            row.figures?.[0].cents ?? null,
            row.figures?.[1].cents ?? null,
            row.difference_cents,
            row.transaction_id,
          ]),
        },
      ],
      about: {
        name: text(locale, 'exports.about'),
        rows: () => [
          [text(locale, 'exports.time'), showInstant(now)],
          [text(locale, 'exports.person'), fullNameWithUsername(user)],
        ],
      },
    }),
  )
}

function resultOf({ holds, broken }: LedgerCheckRow, locale: Locale): string {
  if (holds === null) return text(locale, 'ledger_checks.never')
  return holds
    ? text(locale, 'ledger_checks.holds')
    : text(locale, 'ledger_checks.broken', { count: broken! })
}
