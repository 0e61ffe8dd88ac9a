import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { conflict } from '../base/errors.ts'

type Duplicate = { slug: string; title: string; same: 'same_title' | 'same_iban' }

/**
 * Throws 409 `already_known` naming an existing row with the same name (as search folds it) or IBAN. For calls that ask
 * for the check (`unless_known`): duplicates are rare but legitimate. `except` is the row being changed.
 */
export async function refuseDuplicates(
  db: Db,
  table: 'companies' | 'individual_bank_accounts' | 'bank_accounts',
  { title, iban, except }: { title?: string | undefined; iban?: string | undefined; except?: number },
): Promise<void> {
  const named =
    title === undefined
      ? []
      : (
          await sql<Duplicate>`
            select slug, title, 'same_title' as same from ${sql.table(table)}
            where fold(title) = fold(${title}) and id <> ${except ?? 0} order by id limit 10`.execute(db)
        ).rows
  const banked =
    iban === undefined
      ? []
      : (
          await sql<Duplicate>`
            select slug, title, 'same_iban' as same from ${sql.table(table)}
            where iban = ${iban} and id <> ${except ?? 0} order by id limit 10`.execute(db)
        ).rows
  const known = [...named, ...banked]
  if (known.length > 0)
    throw conflict('already_known', {
      blocking: known.map(({ slug, title: other, same }) => ({ slug, title: other, code: same })),
    })
}
