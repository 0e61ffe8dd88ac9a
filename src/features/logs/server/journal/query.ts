import { type RawBuilder, sql } from 'kysely'
import { isDay } from '#shared/dates.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import type { Db } from '#server/db/db.ts'
import { invalid } from '#server/base/errors.ts'
import { allOf, anyOf } from '#server/lists/list-query.ts'
import { accountsNamed, type NamedAccount } from '#features/ledger/server/account-search.ts'
import { readJournalSearch } from '../../journal/search.ts'
import type { journalList } from '../../journal/table.ts'

export type JournalQuery = ListQuery<typeof journalList>

/** Selection of a journal query: transactions as `entry`, and the filtered accounts. */
export type Selected = {
  from: RawBuilder<unknown>
  where: RawBuilder<boolean>
  /** Undefined without an account filter. */
  accounts: NamedAccount[] | undefined
  dateTo: string | undefined
}

/** Maximum number of rows whose transaction ids are read once; larger sets stay a subquery. */
const read = 1_000
/** Beyond this number a set is not built: testing each journal entry with `exists` is faster. */
const gathered = 20_000

/** Resolves a journal query; 400 for an invalid day or a search that is neither amount nor number. */
export async function selectJournal(db: Db, { filters, search }: JournalQuery): Promise<Selected> {
  const { from: dateFrom, to: dateTo } = daysOf({ filters })
  const accounts = filters.account && (await accountsNamed(db, filters.account))
  const where: RawBuilder<boolean>[] = [
    ...(dateFrom ? [sql<boolean>`entry.business_day >= ${dateFrom}::date`] : []),
    ...(dateTo ? [sql<boolean>`entry.business_day <= ${dateTo}::date`] : []),
    ...(filters.kind ? [sql<boolean>`entry.kind = any(${filters.kind}::text[])`] : []),
    ...(filters.actor ? [byPerson(filters.actor)] : []),
    ...searched(search),
  ]
  const sets: RawBuilder<unknown>[] = []
  const narrow = async (rows: RowsAbout) => {
    const { rows: few } = await sql<{ transaction_id: number }>`
      select transaction_id from (${rows.all}) row limit ${sql.lit(read + 1)}`.execute(db)
    if (few.length <= read) {
      const ids = [...new Set(few.map((row) => row.transaction_id))]
      return void sets.push(sql`select transaction_id from unnest(${ids}::bigint[]) transaction_id`)
    }
    const { rows: counted } = await sql<{ n: number }>`
      select count(*) as n from (select from (${rows.all}) row limit ${sql.lit(gathered + 1)}) counted`.execute(
      db,
    )
    if (counted[0]!.n <= gathered) sets.push(sql`select distinct transaction_id from (${rows.all}) row`)
    else
      where.push(
        sql`exists (select from ledger_rows row where row.transaction_id = entry.id and (${rows.one}))`,
      )
  }
  if (accounts) await narrow(rowsOn(sql`${accounts.map((account) => account.id)}::bigint[]`))
  if (filters.project) await narrow(rowsOfProjects(idsOf('projects', filters.project)))
  if (filters.company) await narrow(rowsOn(accountsOfCompanies(filters.company)))
  return {
    from:
      sets.length === 0
        ? sql`ledger_transactions entry`
        : sql`(${sql.join(sets, sql` intersect `)}) wanted join ledger_transactions entry on entry.id = wanted.transaction_id`,
    where: allOf(where),
    accounts,
    dateTo,
  }
}

/** Rows of accounts or projects: `all` finds them by index; `one` tests a single `row` of a transaction. */
type RowsAbout = { all: RawBuilder<unknown>; one: RawBuilder<boolean> }

const rowsOn = (ids: RawBuilder<unknown>): RowsAbout => ({
  all: sql`
    select transaction_id from ledger_rows where debit_account_id = any(${ids})
    union all
    select transaction_id from ledger_rows where credit_account_id = any(${ids})`,
  one: sql`row.debit_account_id = any(${ids}) or row.credit_account_id = any(${ids})`,
})

/** Rows of the projects' gifts and of their accounts. */
function rowsOfProjects(ids: RawBuilder<unknown>): RowsAbout {
  const gifts = sql`funding_id in (select id from fundings where project_id = any(${ids}))`
  const accounts = sql`in (select id from ledger_accounts where project_id = any(${ids}))`
  return {
    all: sql`
      select transaction_id from ledger_rows where ${gifts}
      union all
      select transaction_id from ledger_rows where debit_account_id ${accounts}
      union all
      select transaction_id from ledger_rows where credit_account_id ${accounts}`,
    one: sql`row.${gifts} or row.debit_account_id ${accounts} or row.credit_account_id ${accounts}`,
  }
}

const idsOf = (table: 'projects' | 'companies', slugs: readonly string[]) =>
  sql`array(select id from ${sql.table(table)} where slug = any(${slugs}::text[]))`

const accountsOfCompanies = (slugs: readonly string[]) =>
  sql`array(select id from ledger_accounts where company_id = any(${idsOf('companies', slugs)}))`

/** Filters by user id; `system` means automatic entries. */
function byPerson(values: readonly string[]): RawBuilder<boolean> {
  const ids = values.filter((value) => /^\d{1,15}$/.test(value))
  return anyOf([
    ...(ids.length > 0 ? [sql<boolean>`entry.created_by = any(${ids}::bigint[])`] : []),
    ...(values.includes('system') ? [sql<boolean>`entry.created_by is null`] : []),
  ])
}

function searched(search: string): RawBuilder<boolean>[] {
  if (search === '') return []
  const asked = readJournalSearch(search)
  if (!asked)
    throw invalid({ search: { key: 'journal.search_unclear', parameters: { example: '1.234,56' } } })
  const { number, amount } = asked
  return [
    anyOf([
      ...(number === undefined ? [] : [sql<boolean>`entry.id = ${String(number)}::bigint`]),
      ...(amount
        ? [
            sql<boolean>`entry.amount_cents between ${String(amount.from)}::bigint and ${String(amount.to)}::bigint`,
          ]
        : []),
    ]),
  ]
}

/** The days of a query; 400 for an invalid one. */
export function daysOf({ filters }: Pick<JournalQuery, 'filters'>) {
  return { from: dayOf('date_from', filters.date_from), to: dayOf('date_to', filters.date_to) }
}

/** The single day of a filter; 400 for anything else. */
export function dayOf(name: string, values: readonly string[] | undefined): string | undefined {
  if (!values) return undefined
  if (values.length !== 1 || !isDay(values[0]!)) throw invalid({ [name]: 'validation.day_on_the_wire' })
  return values[0]
}
