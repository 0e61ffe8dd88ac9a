import { type RawBuilder, sql } from 'kysely'
import { addDays, type Day } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import type { ListQuery } from '#shared/list.ts'
import type { Db } from '#server/db/db.ts'
import { notFound } from '#server/errors.ts'
import { paging } from '#server/list.ts'
import { balanceOf } from '#features/ledger/server/accounts.ts'
import { codeOf } from '#features/ledger/server/account-codes.ts'
import { creditKinds } from '#features/ledger/server/account-search.ts'
import {
  type AskedBy,
  type AskedFor,
  exportColumns,
  type ListExport,
} from '#features/exports/server/list-export.ts'
import type { LedgerAccount, SheetRow } from '../accounts.ts'
import { sheetCells } from '../accounts-cells.ts'
import { sheetList } from '../accounts-table.ts'
import { mostCounted } from '../journal-table.ts'
import { accountsById } from './account-list.ts'
import { dayOf } from './journal-query.ts'
import { wordsOf } from './journal-rows.ts'

export type SheetQuery = ListQuery<typeof sheetList>
type Days = { from: Day | undefined; to: Day | undefined }
/** `found`: how many rows there are, counted to 10,000 and one; only where no more than a page is asked for. */
type Moved = { id: number; cents: number; found?: number }

const signOf = ({ kind }: Pick<LedgerAccount, 'kind'>) =>
  (creditKinds as readonly string[]).includes(kind) ? -1 : 1

/** One page of an account's sheet; throws notFound. */
export async function accountSheet(db: Db, id: number, query: SheetQuery, locale: Locale) {
  const { account, days, opening } = await openSheet(db, id, query, locale)
  const before = (query.page - 1) * query.page_size
  // Oldest first by default: what came before the page is added up from its beginning; backwards from the end.
  const closing = await balanceAt(db, account, days.to)
  const { descending } = query.ordering
  const moved = await movedOn(db, account, days, { descending, most: before + query.page_size })
  const n = moved[0]?.found ?? 0
  const balances = running(moved, descending ? { from: closing, back: true } : { from: opening, back: false })
  const ids = moved.slice(before).map((row) => row.id)
  return {
    ...paging(Math.min(n, mostCounted), query),
    more: n > mostCounted,
    account,
    opening_cents: opening,
    closing_cents: closing,
    results: await sheetRows(db, account, ids, balances, locale),
  }
}

async function openSheet(db: Db, id: number, { filters }: SheetQuery, locale: Locale) {
  const [account] = await accountsById(db, [id], locale)
  if (!account) throw notFound()
  const days = { from: dayOf('date_from', filters.date_from), to: dayOf('date_to', filters.date_to) }
  const opening = days.from ? await balanceAt(db, account, addDays(days.from, -1)) : 0
  return { account, days, opening }
}

const balanceAt = async (db: Db, account: LedgerAccount, day: Day | undefined) =>
  day === undefined ? account.balance_cents : signOf(account) * (await balanceOf(db, account.id, day))

/** An account's rows from both sides, in its own direction. */
function sidesOf(account: LedgerAccount, { from, to }: Days): RawBuilder<unknown> {
  const within = sql`(${from ?? null}::date is null or business_day >= ${from ?? null}::date)
    and (${to ?? null}::date is null or business_day <= ${to ?? null}::date)`
  const sign = sql.lit(signOf(account))
  return sql`
    select id, business_day, amount_cents * ${sign} as cents from ledger_rows
    where debit_account_id = ${account.id} and ${within}
    union all
    select id, business_day, -amount_cents * ${sign} from ledger_rows
    where credit_account_id = ${account.id} and ${within}`
}

async function movedOn(
  db: Db,
  account: LedgerAccount,
  days: Days,
  { descending, most }: { descending: boolean; most?: number },
): Promise<Moved[]> {
  const order = descending ? sql`business_day desc, id desc` : sql`business_day, id`
  const sides = sidesOf(account, days)
  const found = sql`, (select count(*) from (select from (${sides}) side limit ${sql.lit(mostCounted + 1)}) counted) as found`
  const { rows } = await sql<Moved>`
    select id, cents ${most === undefined ? sql`` : found} from (${sides}) side order by ${order}
    ${most === undefined ? sql`` : sql`limit ${sql.lit(most)}`}`.execute(db)
  return rows
}

/** What stood on the account after each row: added up from the opening, or taken off the closing, row by row. */
function running(
  rows: readonly Moved[],
  { from, back }: { from: number; back: boolean },
): Map<number, number> {
  let balance = from
  return new Map(
    rows.map(({ id, cents }) => {
      if (back) {
        const after = balance
        balance -= cents
        return [id, after]
      }
      balance += cents
      return [id, balance]
    }),
  )
}

async function sheetRows(
  db: Db,
  account: LedgerAccount,
  ids: readonly number[],
  balances: ReadonlyMap<number, number>,
  locale: Locale,
): Promise<SheetRow[]> {
  const other = sql`case when row.debit_account_id = ${account.id} then row.credit_account_id else row.debit_account_id end`
  const { rows } = await sql<{
    id: number
    transaction_id: number
    business_day: Day
    kind: string
    note: string
    other: number
    other_code: string
    cents: number
    closed_at: Date | null
  }>`
    select row.id, row.transaction_id, row.business_day, entry.kind, entry.note, ${other} as other,
      ${codeOf(other)} as other_code,
      case when row.debit_account_id = ${account.id} then row.amount_cents else -row.amount_cents end
        * ${sql.lit(signOf(account))} as cents,
      (select closed_at from closed_months where month = date_trunc('month', row.business_day)::date) as closed_at
    from unnest(${ids}::bigint[]) with ordinality as wanted (id, place)
    join ledger_rows row on row.id = wanted.id
    join ledger_transactions entry on entry.id = row.transaction_id
    order by wanted.place`.execute(db)
  return rows.map(({ kind, other: id, other_code: code, cents, closed_at, ...row }) => ({
    ...row,
    kind_display: wordsOf(locale, `journal.kinds.${kind}`, kind),
    other: { id, code },
    amount_cents: cents,
    balance_cents: balances.get(row.id)!,
    closed_at: closed_at?.toISOString() ?? null,
  }))
}

/** The export of a sheet: every row of the days, with the running balance. The account stands in the query's extra. */
export async function exportOfSheet(
  db: Db,
  query: SheetQuery & { extra: { account?: number } },
  wanted: AskedFor,
  asked: AskedBy,
): Promise<ListExport<SheetRow>> {
  const { locale } = asked
  const { account, days, opening } = await openSheet(db, query.extra.account!, query, locale)
  const { descending } = query.ordering
  const moved = await movedOn(db, account, days, { descending })
  const from = descending ? await balanceAt(db, account, days.to) : opening
  const balances = running(moved, { from, back: descending })
  return {
    ...asked,
    name: account.code.replace(/[^\w.-]+/g, ' ').slice(0, 31),
    list: sheetList,
    query,
    ids: moved.map((row) => row.id),
    rowsByIds: (reader, ids) => sheetRows(reader, account, ids, balances, locale),
    columns: exportColumns(sheetList, sheetCells, wanted, locale),
  }
}
