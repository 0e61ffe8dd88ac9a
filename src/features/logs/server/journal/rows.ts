import { type RawBuilder, sql } from 'kysely'
import { addDays, type Day } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import type { Db } from '#server/db/db.ts'
import { notFound } from '#server/base/errors.ts'
import { paging } from '#server/lists/list-query.ts'
import { fullNameWithUsername, nameOfJoined } from '#server/auth/session.ts'
import { text, textOf } from '#server/base/texts.ts'
import { type AccountRead, accountOf } from '#features/ledger/server/account-codes.ts'
import { accountsNamed, type NamedAccount } from '#features/ledger/server/account-search.ts'
import type { JournalEntry, JournalRow, JournalSums } from '../../journal/journal.ts'
import { mostCounted } from '../../journal/table.ts'
import { withName } from '../accounts/names.ts'
import { daysOf, type JournalQuery, type Selected, selectJournal } from './query.ts'

/** One page of the journal. One statement finds the transactions with their columns, a second one their movements. */
export async function listJournal(db: Db, query: JournalQuery, locale: Locale) {
  const selected = await selectJournal(db, query)
  const found = await stored<{ found: number }>(
    db,
    sql`(select entry.id, ${countOf(selected)} as found ${pageOf(selected, query)}) wanted`,
    orderOf(query),
    sql`wanted.found,`,
  )
  // A page beyond the last one has no rows and therefore no count.
  const n = found[0]?.found ?? (query.page === 1 ? 0 : await counted(db, selected))
  return { ...pagingOf(n, query), results: await withMovements(db, found, selected, locale) }
}

/** The ids of one page and the total, counted up to the limit. */
export async function journalPage(db: Db, query: JournalQuery) {
  const selected = await selectJournal(db, query)
  const n = await counted(db, selected)
  const { rows } = await sql<{ id: number }>`select entry.id ${pageOf(selected, query)}`.execute(db)
  return { ...pagingOf(n, query), ids: rows.map((row) => row.id) }
}

const pagingOf = (n: number, query: JournalQuery) => ({
  ...paging(Math.min(n, mostCounted), query),
  more: n > mostCounted,
})

const countOf = ({ from, where }: Selected) => sql<number>`(
  select count(*) from (select from ${from} where ${where} limit ${sql.lit(mostCounted + 1)}) counted)`

async function counted(db: Db, selected: Selected): Promise<number> {
  const { rows } = await sql<{ n: number }>`select ${countOf(selected)} as n`.execute(db)
  return rows[0]!.n
}

const pageOf = ({ from, where }: Selected, query: JournalQuery) => sql`
  from ${from} where ${where} order by ${orderOf(query)}
  limit ${sql.lit(query.page_size)} offset ${sql.lit((query.page - 1) * query.page_size)}`

const orderOf = ({ ordering }: JournalQuery) =>
  ordering.descending ? sql`entry.business_day desc, entry.id desc` : sql`entry.business_day, entry.id`

/** Ids of all matching transactions in order, for the export. */
export async function allJournalIds(db: Db, query: JournalQuery): Promise<number[]> {
  const selected = await selectJournal(db, query)
  const { rows } = await sql<{ id: number }>`
    select entry.id from ${selected.from} where ${selected.where} order by ${orderOf(query)}`.execute(db)
  return rows.map((row) => row.id)
}

type Stored = {
  id: number
  business_day: Day
  kind: string
  note: string
  amount_cents: number
  created_by: number | null
  username: string | null
  first_name: string | null
  last_name: string | null
  approver: { username: string; first_name: string; last_name: string } | null
  reverses_id: number | null
  reversed_by_id: number | null
  closed_at: Date | null
  created_at: Date
  debit: AccountRead | null
  credit: AccountRead | null
  row_count: number
  audit_event_id: number | null
}

/** Journal rows for the transaction ids in a table `wanted`. */
async function stored<More = unknown>(
  db: Db,
  wanted: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  more = sql``,
): Promise<(Stored & More)[]> {
  const { rows } = await sql<Stored & More>`
    select ${more} entry.id, entry.business_day, entry.kind, entry.note, entry.amount_cents, entry.created_by,
      entry.reverses_id, entry.created_at, entry.audit_event_id, person.username, person.first_name, person.last_name,
      (select jsonb_build_object('username', username, 'first_name', first_name, 'last_name', last_name)
        from users where id = entry.approved_by) as approver,
      (select mirror.id from ledger_transactions mirror where mirror.reverses_id = entry.id) as reversed_by_id,
      (select closed_at from closed_months where month = date_trunc('month', entry.business_day)::date) as closed_at,
      ${accountOf(sql`first_row.debit_account_id`)} as debit, ${accountOf(sql`first_row.credit_account_id`)} as credit,
      (select count(*) from ledger_rows where transaction_id = entry.id) as row_count
    from ${wanted}
    join ledger_transactions entry on entry.id = wanted.id
    left join users person on person.id = entry.created_by
    left join lateral (select debit_account_id, credit_account_id from ledger_rows
      where transaction_id = entry.id order by id limit 1) first_row on true
    order by ${order}`.execute(db)
  return rows
}

/** The same for given ids, in their order. */
const storedByIds = (db: Db, ids: readonly number[]) =>
  stored(db, sql`unnest(${ids}::bigint[]) with ordinality as wanted (id, place)`, sql`wanted.place`)

/** Journal rows of the transactions with these ids, in their order. */
export async function journalRows(
  db: Db,
  ids: readonly number[],
  selected: Pick<Selected, 'accounts' | 'dateTo'>,
  locale: Locale,
): Promise<JournalRow[]> {
  return withMovements(db, await storedByIds(db, ids), selected, locale)
}

async function withMovements(
  db: Db,
  rows: readonly Stored[],
  selected: Pick<Selected, 'accounts' | 'dateTo'>,
  locale: Locale,
): Promise<JournalRow[]> {
  const moved = selected.accounts && (await movements(db, selected.accounts, rows, selected.dateTo))
  return rows.map((row) => {
    const own = moved?.get(row.id)
    return {
      ...present(row, locale),
      ...(moved && { amount_cents: own?.cents ?? 0 }),
      balance_cents: own?.balance ?? null,
    }
  })
}

function present(row: Stored, locale: Locale): Omit<JournalRow, 'balance_cents'> {
  const { username, first_name, last_name, approver } = row
  return {
    id: row.id,
    business_day: row.business_day,
    kind: row.kind,
    kind_display: wordsOf(locale, `journal.kinds.${row.kind}`, row.kind),
    note: row.note,
    debit: row.debit && withName(row.debit, locale),
    credit: row.credit && withName(row.credit, locale),
    row_count: row.row_count,
    actor: nameOfJoined({ username, first_name, last_name }) ?? text(locale, 'tasks.system'),
    actor_id: row.created_by,
    approver: approver && fullNameWithUsername(approver),
    amount_cents: row.amount_cents,
    reverses_id: row.reverses_id,
    reversed_by_id: row.reversed_by_id,
    closed_at: row.closed_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}

/** The text for a key; an unknown key shows as stored. */
export const wordsOf = (locale: Locale, key: string, otherwise: string) => {
  const words = textOf(locale, key)
  return words === key ? otherwise : words
}

/** Movements of accounts per transaction, incoming and outgoing, positive on their own side. */
const sidesOf = (accounts: readonly NamedAccount[]) => {
  const ids = accounts.map((account) => account.id)
  const sign = sql.lit(accounts[0]?.sign ?? 1)
  return sql`
    select business_day, transaction_id, amount_cents * ${sign} as cents
    from ledger_rows where debit_account_id = any(${ids}::bigint[])
    union all
    select business_day, transaction_id, -amount_cents * ${sign}
    from ledger_rows where credit_account_id = any(${ids}::bigint[])`
}

/** Movements of transactions on the accounts with the balances after them, computed back from the current balances. */
async function movements(
  db: Db,
  accounts: NamedAccount[],
  rows: readonly Stored[],
  dateTo: string | undefined,
): Promise<Map<number, { cents: number; balance: number }>> {
  if (rows.length === 0 || accounts.length === 0) return new Map()
  const earliest = rows.map((row) => row.business_day).reduce((a, b) => (a < b ? a : b))
  const { rows: found } = await sql<{ id: number; cents: number; balance: number }>`
    with side as (
      select business_day, transaction_id, sum(cents) as cents from (${sidesOf(accounts)}) row
      where business_day >= ${earliest}::date and (${dateTo ?? null}::date is null or business_day <= ${dateTo ?? null}::date)
      group by 1, 2
    ), counted as (
      select transaction_id as id, cents, coalesce(sum(cents) over (order by business_day desc, transaction_id desc
        rows between unbounded preceding and 1 preceding), 0) as later
      from side
    )
    select id, counted.cents::bigint as cents, (total.cents - later)::bigint as balance
    from counted, (
      select coalesce(sum(account_balance(id, ${dateTo ?? null}::date)), 0) * ${sql.lit(accounts[0]!.sign)} as cents
      from unnest(${accounts.map((account) => account.id)}::bigint[]) id
    ) total
    where id = any(${rows.map((row) => row.id)}::bigint[])`.execute(db)
  return new Map(found.map((row) => [row.id, row]))
}

/** Incoming and outgoing sums of the filtered accounts over the whole query; null without an account. */
export async function journalSums(db: Db, query: JournalQuery): Promise<JournalSums | null> {
  const { account } = query.filters
  const accounts = account && (await accountsNamed(db, account))
  if (!accounts || accounts.length === 0) return null
  const { rows } = await sql<{ debit_cents: number; credit_cents: number; balance_cents: number }>`
    select sums.*, balance_cents from (${await sidesSummed(db, accounts, { ...query, filters: { ...query.filters, account: undefined } })}) sums,
      (select ${balancesAt(accounts, daysOf(query).to)} as balance_cents) balance`.execute(db)
  const { debit_cents, credit_cents, balance_cents } = rows[0]!
  const sign = accounts[0]!.sign
  const only = accounts.length === 1 ? accounts[0]! : undefined
  return {
    in_cents: sign > 0 ? debit_cents : credit_cents,
    out_cents: sign > 0 ? credit_cents : debit_cents,
    balance_cents: balance_cents * sign,
    account: only?.code ?? account.join(', '),
    account_id: only?.id ?? null,
  }
}

/**
 * Incoming and outgoing sums of accounts over a whole query. With day filters only, outgoing follows from incoming and the kept
 * balances. This reads one index instead of two, which matters for a bank account with millions of rows.
 */
async function sidesSummed(
  db: Db,
  accounts: readonly NamedAccount[],
  query: JournalQuery,
): Promise<RawBuilder<unknown>> {
  const ids = sql`${accounts.map(({ id }) => id)}::bigint[]`
  const { from, to } = daysOf(query)
  const { date_from: _, date_to: __, ...others } = query.filters
  const onlyDays = query.search === '' && Object.values(others).every((filter) => filter === undefined)
  if (onlyDays)
    return sql`
      select debit_cents, debit_cents - net_cents as credit_cents
      from (
        select coalesce(sum(amount_cents), 0)::bigint as debit_cents from ledger_rows
        where debit_account_id = any(${ids}) and business_day >= ${from ?? '-infinity'}::date
          and business_day <= ${to ?? 'infinity'}::date
      ) debit,
      (select ${balancesAt(accounts, to)} - ${from ? balancesAt(accounts, addDays(from, -1)) : sql`0`} as net_cents) net`
  const selected = await selectJournal(db, query)
  return sql`
    select coalesce(sum(row.amount_cents) filter (where row.debit_account_id = any(${ids})), 0)::bigint as debit_cents,
      coalesce(sum(row.amount_cents) filter (where row.credit_account_id = any(${ids})), 0)::bigint as credit_cents
    from ${selected.from} join ledger_rows row on row.transaction_id = entry.id
    where ${selected.where}`
}

/** Balance of several accounts together, debits less credits, at the end of a day or now. */
const balancesAt = (accounts: readonly NamedAccount[], day: Day | undefined) => sql`(
  select coalesce(sum(account_balance(id, ${day ?? null}::date)), 0)::bigint
  from unnest(${accounts.map(({ id }) => id)}::bigint[]) id)`

/** One transaction with a page of its rows; throws notFound. */
export async function journalEntry(
  db: Db,
  id: number,
  query: { page: number; page_size: number },
  locale: Locale,
): Promise<JournalEntry> {
  const [row] = await storedByIds(db, [id])
  if (!row) throw notFound()
  const page = paging(row.row_count, query)
  const { rows: lines } = await sql<{
    id: number
    purpose: string
    debit: AccountRead
    credit: AccountRead
    amount_cents: number
    reverses_transaction_id: number | null
  }>`
    select row.id, row.purpose, row.amount_cents, original.transaction_id as reverses_transaction_id,
      ${accountOf(sql`row.debit_account_id`)} as debit, ${accountOf(sql`row.credit_account_id`)} as credit
    from ledger_rows row left join ledger_rows original on original.id = row.reverses_id
    where row.transaction_id = ${id} order by row.id
    limit ${sql.lit(query.page_size)} offset ${sql.lit((query.page - 1) * query.page_size)}`.execute(db)
  return {
    ...present(row, locale),
    audit_event_id: row.audit_event_id,
    rows: {
      ...page,
      results: lines.map(({ debit, credit, purpose, ...line }) => ({
        ...line,
        purpose: wordsOf(locale, `journal.purposes.${purpose}`, purpose),
        debit: withName(debit, locale),
        credit: withName(credit, locale),
      })),
    },
  }
}
