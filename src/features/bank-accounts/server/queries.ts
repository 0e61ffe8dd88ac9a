import type { Db } from '#server/db/db.ts'
import { notFound } from '#server/base/errors.ts'

export const columns = ['id', 'slug', 'title', 'holder', 'iban', 'bic', 'town', 'country', 'version'] as const

/** Locks one own account until the transaction ends; throws notFound. */
export async function lockAccount(tx: Db, slug: string) {
  const row = await tx
    .selectFrom('bank_accounts')
    .select(columns)
    .where('slug', '=', slug)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}
