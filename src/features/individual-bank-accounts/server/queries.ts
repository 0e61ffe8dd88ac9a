import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { notFound } from '#server/base/errors.ts'
import { paging } from '#server/lists/list-query.ts'
import { type LockFor, lockedFor } from '#server/db/locks.ts'

const columns = ['id', 'slug', 'title', 'iban', 'version'] as const

/** One page of the accounts, by title. */
export async function listAccounts(db: Db, query: { page: number; page_size: number }) {
  const all = db.selectFrom('individual_bank_accounts')
  const { n } = await all.select((row) => row.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const rows = await all
    .select(columns)
    .orderBy(sql`fold(title) collate "C"`)
    .orderBy('id')
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size)
    .execute()
  return { ...paging(n, query), rows }
}

/** One account, locked until the transaction ends; throws notFound. */
export async function lockAccount(tx: Db, slug: string, purpose: LockFor = 'change') {
  const row = await tx
    .selectFrom('individual_bank_accounts')
    .select(columns)
    .where('slug', '=', slug)
    .$call(lockedFor(purpose))
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** The first projects that use an account; they prevent its deletion. */
export function projectsOnAccount(db: Db, id: number) {
  return db
    .selectFrom('projects')
    .select(['slug', 'title'])
    .where('individual_bank_account_id', '=', id)
    .orderBy('id')
    .limit(100)
    .execute()
}
