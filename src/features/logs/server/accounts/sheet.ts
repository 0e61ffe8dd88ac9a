import { type RawBuilder, sql } from 'kysely'
import { addDays, type Day } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import type { Db } from '#server/db/db.ts'
import { notFound } from '#server/base/errors.ts'
import { paging } from '#server/lists/list-query.ts'
import { balanceOf } from '#features/ledger/server/accounts.ts'
import { type AccountRead, accountOf } from '#features/ledger/server/account-codes.ts'
import { creditKinds } from '#features/ledger/server/account-search.ts'
import {
  exportColumns,
  type ExportContext,
  type ExportParameters,
  type ListExport,
} from '#features/exports/server/list-export.ts'
import type { LedgerAccount, SheetRow } from '../../accounts/accounts.ts'
import { sheetCells } from '../../accounts/cells.ts'
import { sheetList } from '../../accounts/table.ts'
import { mostCounted } from '../../journal/table.ts'
import { accountsById } from './list.ts'
import { withName } from './names.ts'
import { dayOf } from '../journal/query.ts'
import { wordsOf } from '../journal/rows.ts'

export type SheetQuery = ListQuery<typeof sheetList>
type Days = { from: Day | undefined; to: Day | undefined }
type Movement = { id: number; cents: number }
/** Sum of movements up to a row, in the page's order. `found` is the number of rows, counted up to one above the limit. */
type Placed = { moved: number; found: number }

const signOf = ({ kind }: Pick<LedgerAccount, 'kind'>) =>
  (creditKinds as readonly string[]).includes(kind) ? -1 : 1

/** One page of an account's sheet with its balances; throws notFound. */
export async function accountSheet(db: Db, id: number, query: SheetQuery, locale: Locale) {
  const { account, days, opening } = await openSheet(db, id, query, locale)
  const closing = await balanceAt(db, account, days.to)
  const { descending } = query.ordering
  const rows = await stored<Placed>(db, account, pageOf(account, days, query), {
    order: descending
      ? sql`order by row.business_day desc, row.id desc`
      : sql`order by row.business_day, row.id`,
    more: sql`wanted.moved, wanted.found,`,
  })
  const n = rows[0]?.found ?? (query.page === 1 ? 0 : await counted(db, account, days))
  return {
    ...paging(Math.min(n, mostCounted), query),
    more: n > mostCounted,
    account,
    opening_cents: opening,
    closing_cents: closing,
    // Oldest first adds movements to the opening balance; newest first subtracts them from the closing balance.
    results: rows.map((row) =>
      present(row, descending ? closing - row.moved + row.cents : opening + row.moved, locale),
    ),
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

/** Movements of an account from debit and credit rows, positive on its own side; `each` orders and limits both sides. */
function sidesOf(
  account: LedgerAccount,
  { from, to }: Days,
  each: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  const within = sql`(${from ?? null}::date is null or business_day >= ${from ?? null}::date)
    and (${to ?? null}::date is null or business_day <= ${to ?? null}::date)`
  const sign = sql.lit(signOf(account))
  return sql`(
    select id, business_day, amount_cents * ${sign} as cents from ledger_rows
    where debit_account_id = ${account.id} and ${within} ${each}
  ) union all (
    select id, business_day, -amount_cents * ${sign} from ledger_rows
    where credit_account_id = ${account.id} and ${within} ${each}
  )`
}

const orderOf = (descending: boolean) =>
  descending ? sql`order by business_day desc, id desc` : sql`order by business_day, id`

/** The rows of one page, each with the sum of movements up to it. */
function pageOf(account: LedgerAccount, days: Days, query: SheetQuery): RawBuilder<unknown> {
  const order = orderOf(query.ordering.descending)
  const before = (query.page - 1) * query.page_size
  // Ordering and limiting each side uses its index; ordering the union would sort all rows of the account.
  const first = sql`${order} limit ${sql.lit(before + query.page_size)}`
  return sql`(
    select id, (sum(cents) over (${order}))::bigint as moved, (${countOf(account, days)}) as found
    from (${sidesOf(account, days, first)}) side ${order}
    limit ${sql.lit(query.page_size)} offset ${sql.lit(before)}) wanted`
}

const countOf = (account: LedgerAccount, days: Days) => sql<number>`
  select count(*) from (select from (${sidesOf(account, days)}) side limit ${sql.lit(mostCounted + 1)}) counted`

async function counted(db: Db, account: LedgerAccount, days: Days): Promise<number> {
  const { rows } = await sql<{ count: number }>`${countOf(account, days)}`.execute(db)
  return rows[0]!.count
}

async function movedOn(db: Db, account: LedgerAccount, days: Days, descending: boolean): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    select id, cents from (${sidesOf(account, days)}) side ${orderOf(descending)}`.execute(db)
  return rows
}

/** The account's balance after each row: added to the opening balance, or subtracted from the closing one. */
function running(
  rows: readonly Movement[],
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

type Stored = {
  id: number
  transaction_id: number
  business_day: Day
  kind: string
  note: string
  other: AccountRead
  cents: number
  closed_at: Date | null
}

/** Sheet rows for the ids in a table `wanted`. */
async function stored<More = unknown>(
  db: Db,
  account: LedgerAccount,
  wanted: RawBuilder<unknown>,
  { order, more = sql`` }: { order: RawBuilder<unknown>; more?: RawBuilder<unknown> },
): Promise<(Stored & More)[]> {
  const other = sql`case when row.debit_account_id = ${account.id} then row.credit_account_id else row.debit_account_id end`
  const { rows } = await sql<Stored & More>`
    select ${more} row.id, row.transaction_id, row.business_day, entry.kind, entry.note, ${accountOf(other)} as other,
      case when row.debit_account_id = ${account.id} then row.amount_cents else -row.amount_cents end
        * ${sql.lit(signOf(account))} as cents,
      (select closed_at from closed_months where month = date_trunc('month', row.business_day)::date) as closed_at
    from ${wanted}
    join ledger_rows row on row.id = wanted.id
    join ledger_transactions entry on entry.id = row.transaction_id
    ${order}`.execute(db)
  return rows
}

function present(row: Stored, balance_cents: number, locale: Locale): SheetRow {
  return {
    id: row.id,
    transaction_id: row.transaction_id,
    business_day: row.business_day,
    kind_display: wordsOf(locale, `journal.kinds.${row.kind}`, row.kind),
    note: row.note,
    other: withName(row.other, locale),
    amount_cents: row.cents,
    balance_cents,
    closed_at: row.closed_at?.toISOString() ?? null,
  }
}

async function rowsByIds(
  db: Db,
  account: LedgerAccount,
  ids: readonly number[],
  balances: ReadonlyMap<number, number>,
  locale: Locale,
): Promise<SheetRow[]> {
  const wanted = sql`unnest(${ids}::bigint[]) with ordinality as wanted (id, place)`
  const rows = await stored(db, account, wanted, { order: sql`order by wanted.place` })
  return rows.map((row) => present(row, balances.get(row.id)!, locale))
}

/** Exports a sheet: all rows of the period with the running balance. The query's `extra` holds the account. */
export async function exportOfSheet(
  db: Db,
  query: SheetQuery & { extra: { account?: number } },
  wanted: ExportParameters,
  asked: ExportContext,
): Promise<ListExport<SheetRow>> {
  const { locale } = asked
  const { account, days, opening } = await openSheet(db, query.extra.account!, query, locale)
  const { descending } = query.ordering
  const moved = await movedOn(db, account, days, descending)
  const from = descending ? await balanceAt(db, account, days.to) : opening
  const balances = running(moved, { from, back: descending })
  return {
    ...asked,
    name: account.code.replace(/[^\w.-]+/g, ' ').slice(0, 31),
    list: sheetList,
    query,
    ids: moved.map((row) => row.id),
    rowsByIds: (reader, some) => rowsByIds(reader, account, some, balances, locale),
    columns: exportColumns(sheetList, sheetCells, wanted, locale),
  }
}
