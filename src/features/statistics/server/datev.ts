import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'

/**
 * The bookkeeping account for each kind of ledger account, four digits (DATEV SKR 03). Memo accounts of budgets and
 * arrivals have none and are left out.
 */
const bookAccounts: Record<string, string> = {
  bank: '1200',
  psp: '1360',
  fees: '4970',
  suspense: '1590',
  claim_company: '1501',
  claim_organization: '1502',
  project: '1701',
  payable: '1702',
  refund: '1703',
}

/** The consultant and client numbers assigned by DATEV. */
export type Books = { consultant: number; client: number }

type Posting = {
  id: number
  business_day: Day
  debit: string
  credit: string
  amount_cents: number
  text: string
  number: string | null
}

/** A month's postings as a DATEV booking batch: EXTF 700, category 21, Windows-1252, one line per ledger row. */
export async function datevBatch(
  db: Db,
  month: string,
  { consultant, client }: Books,
  now: Date,
): Promise<Uint8Array<ArrayBuffer>> {
  const first = `${month}-01`
  const { rows } = await sql<Posting>`
    select row.id, row.business_day, debit.kind as debit, credit.kind as credit, row.amount_cents,
      concat_ws(' ', payout.number, project.title) as text, payout.number
    from ledger_rows row
    join ledger_accounts debit on debit.id = row.debit_account_id
    join ledger_accounts credit on credit.id = row.credit_account_id
    join ledger_transactions entry on entry.id = row.transaction_id
    left join payouts payout on payout.id = entry.payout_id
    left join fundings on fundings.id = row.funding_id
    left join projects project on project.id = fundings.project_id
    where row.business_day >= ${first}::date and row.business_day < ${first}::date + interval '1 month'
      and debit.kind = any(${Object.keys(bookAccounts)}::text[])
    order by row.business_day, row.id`.execute(db)
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0))
    .toISOString()
    .slice(0, 10)
  const plain = (day: Day) => day.replaceAll('-', '')
  const made = now
    .toISOString()
    .replace(/[-T:.Z]/g, '')
    .slice(0, 17)
  const head = [
    '"EXTF"',
    700,
    21,
    '"Buchungsstapel"',
    13,
    made,
    '',
    '"AL"',
    '""',
    '""',
    consultant,
    client,
    plain(`${month.slice(0, 4)}-01-01`),
    4,
    plain(first),
    plain(last),
    `"${month}"`,
    '""',
    1,
    0,
    0,
    '"EUR"',
  ]
  const lines = rows.map((row) => [
    `${Math.floor(row.amount_cents / 100)},${String(row.amount_cents % 100).padStart(2, '0')}`,
    '"S"',
    '"EUR"',
    '',
    '',
    '""',
    bookAccounts[row.debit]!,
    bookAccounts[row.credit]!,
    '""',
    `${row.business_day.slice(8, 10)}${row.business_day.slice(5, 7)}`,
    quoted(row.number ?? String(row.id), 36),
    '""',
    '',
    quoted(row.text, 60),
  ])
  const text = [head, columns, ...lines].map((fields) => fields.join(';')).join('\r\n')
  return windows1252(`${text}\r\n`)
}

const columns = [
  'Umsatz (ohne Soll/Haben-Kz)',
  'Soll/Haben-Kennzeichen',
  'WKZ Umsatz',
  'Kurs',
  'Basis-Umsatz',
  'WKZ Basis-Umsatz',
  'Konto',
  'Gegenkonto (ohne BU-Schlüssel)',
  'BU-Schlüssel',
  'Belegdatum',
  'Belegfeld 1',
  'Belegfeld 2',
  'Skonto',
  'Buchungstext',
]

const quoted = (text: string, most: number) =>
  `"${text
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, most)
    .replaceAll('"', '""')}"`

// Windows-1252 characters from 0x80 to 0x9f.
const above = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** Encodes text as Windows-1252; unsupported letters lose their accents or become a question mark. */
function windows1252(text: string): Uint8Array<ArrayBuffer> {
  const byteOf = (letter: string): number | undefined => {
    const code = letter.codePointAt(0)!
    if (code < 0x80 || (code > 0x9f && code < 0x100)) return code
    const at = above.indexOf(letter)
    return at === -1 ? undefined : 0x80 + at
  }
  return Uint8Array.from(
    Array.from(
      text.normalize('NFC'),
      (letter) => byteOf(letter) ?? byteOf(letter.normalize('NFD')[0]!) ?? 0x3f,
    ),
  )
}
