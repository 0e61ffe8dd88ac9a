import { type RawBuilder, sql } from 'kysely'
import type { Locale } from '#shared/messages.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import type { Db } from '#server/db/db.ts'
import { allOf, anyOf, containsWords, paging } from '#server/lists/list-query.ts'
import { textOf } from '#server/base/texts.ts'
import { type AccountRead, accountOf } from '#features/ledger/server/account-codes.ts'
import { accountsNamed, creditKinds } from '#features/ledger/server/account-search.ts'
import type { LedgerAccount } from '../../accounts/accounts.ts'
import type { accountList } from '../../accounts/table.ts'
import { mostCounted } from '../../journal/table.ts'
import { withName } from './names.ts'

/** One page of accounts, in the order of their creation. */
export async function listAccounts(db: Db, query: ListQuery<typeof accountList>, locale: Locale) {
  const where = allOf([
    ...(query.filters.kind ? [sql<boolean>`account.kind = any(${query.filters.kind}::text[])`] : []),
    ...(await searched(db, query.search)),
  ])
  const counted = await sql<{ n: number }>`
    select count(*) as n from (select from ledger_accounts account where ${where} limit ${sql.lit(mostCounted)}) counted`.execute(
    db,
  )
  const page = paging(counted.rows[0]!.n, query)
  const { rows } = await sql<{ id: number }>`
    select id from ledger_accounts account where ${where} order by id ${query.ordering.descending ? sql`desc` : sql``}
    limit ${sql.lit(query.page_size)} offset ${sql.lit((query.page - 1) * query.page_size)}`.execute(db)
  return {
    ...page,
    results: await accountsById(
      db,
      rows.map((row) => row.id),
      locale,
    ),
  }
}

/** Finds accounts by code, payout number, or words of the project, company or organization that owns them. */
async function searched(db: Db, search: string): Promise<RawBuilder<boolean>[]> {
  const words = containsWords(search)
  if (!words) return []
  const named = await accountsNamed(db, [search])
  // A code matches only its accounts; a number may be an id or part of a title.
  if (named.length > 0 && search.includes(':'))
    return [sql<boolean>`account.id = any(${named.map((one) => one.id)}::bigint[])`]
  return [
    anyOf([
      ...(named.length > 0 ? [sql<boolean>`account.id = any(${named.map((one) => one.id)}::bigint[])`] : []),
      sql<boolean>`account.project_id in (select id from projects where ${words})`,
      sql<boolean>`account.organization_id in (select id from organizations where ${words})`,
      sql<boolean>`account.company_id in (select id from companies where fold(title) like search_pattern(${search}))`,
      sql<boolean>`account.payout_id in (select id from payouts where number = ${search})`,
    ]),
  ]
}

/** Accounts with these ids, in their order, with balances. */
export async function accountsById(db: Db, ids: readonly number[], locale: Locale): Promise<LedgerAccount[]> {
  const { rows } = await sql<{ account: AccountRead; balance_cents: number }>`
    select ${accountOf(sql`wanted.id`)} as account,
      account_balance(found.id) * case when found.kind = any(${creditKinds}::text[]) then -1 else 1 end
        as balance_cents
    from unnest(${ids}::bigint[]) with ordinality as wanted (id, place)
    join ledger_accounts found on found.id = wanted.id
    order by wanted.place`.execute(db)
  return rows.map(({ account, balance_cents }) => ({
    ...withName(account, locale),
    kind: account.kind,
    kind_display: textOf(locale, `accounts.kinds.${account.kind}`),
    owner: account.owner,
    balance_cents,
  }))
}
