import type { Selectable } from 'kysely'
import type { Letters } from '#shared/reading/encodings.ts'
import { audit, type AuditContext, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import type { DB } from '#server/db/schema.ts'
import { invalid, notFound } from '#server/base/errors.ts'
import { paging } from '#server/lists/list-query.ts'
import { type LockFor, lockedFor } from '#server/db/locks.ts'
import { violatedConstraint } from '#server/db/transaction.ts'
import type { CsvLayoutRow } from '../contract.ts'
import { type CsvColumns, csvFields, type SavedLayouts } from '../reading/csv-columns.ts'

/** A `bank_csv_layouts` row with its account; null when it applies to any. */
type StoredLayout = Omit<Selectable<DB['bank_csv_layouts']>, 'headings' | 'columns'> & {
  headings: string[]
  columns: CsvColumns
  account_slug: string | null
  account_title: string | null
}

const layouts = (db: Db) =>
  db
    .selectFrom('bank_csv_layouts as layout')
    .leftJoin('bank_accounts as account', 'account.id', 'layout.bank_account_id')
    .selectAll('layout')
    .select(['account.slug as account_slug', 'account.title as account_title'])

/** One page of saved CSV layouts, by account and name. */
export async function listLayouts(db: Db, query: { page: number; page_size: number }) {
  const { n } = await db
    .selectFrom('bank_csv_layouts')
    .select((row) => row.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const rows = await layouts(db)
    .orderBy('account.title')
    .orderBy('layout.title')
    .orderBy('layout.id')
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size)
    .execute()
  return { ...paging(n, query), results: (rows as StoredLayout[]).map(presentLayout) }
}

export function presentLayout(layout: StoredLayout): CsvLayoutRow {
  const { id, title, version, headings, columns, account_slug, account_title, updated_at } = layout
  return {
    id,
    title,
    version,
    account: account_slug === null ? null : { slug: account_slug, title: account_title! },
    columns: csvFields.flatMap((field) => {
      const at = columns[field]
      return at === undefined ? [] : [{ field, place: at, heading: headings[at] ?? '' }]
    }),
    updated_at: updated_at.toISOString(),
  }
}

/** Locks a layout until the transaction ends; throws notFound. */
export async function lockLayout(tx: Db, id: number, purpose: LockFor = 'change'): Promise<StoredLayout> {
  const locked = await tx
    .selectFrom('bank_csv_layouts')
    .select('id')
    .where('id', '=', id)
    .$call(lockedFor(purpose))
    .executeTakeFirst()
  if (!locked) throw notFound()
  return (await layouts(tx).where('layout.id', '=', id).executeTakeFirstOrThrow()) as StoredLayout
}

type LayoutInput = {
  account: { id: number | null; slug: string }
  title: string
  headings: string[]
  columns: CsvColumns
}

/** Saves a person's mapping of an account's CSV, replacing a layout of the same name. */
export async function saveLayout(tx: Db, said: LayoutInput, context: AuditContext): Promise<void> {
  const { account, title, headings, columns } = said
  const kept = {
    headings: JSON.stringify(headings),
    columns: JSON.stringify(columns),
    updated_by: context.actor.id,
    updated_at: context.now,
  }
  const { id } = await tx
    .insertInto('bank_csv_layouts')
    .values({ bank_account_id: account.id, title, ...kept })
    .onConflict((on) =>
      on
        .columns(['bank_account_id', 'title'])
        .doUpdateSet((old) => ({ ...kept, version: old('bank_csv_layouts.version', '+', 1) })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit(tx, context, {
    action: 'save_columns',
    ...auditOf('bank_csv_layout', { id, title }),
    after: { bank_account: account.slug, headings, columns },
  })
}

/** Renames a layout; 400 when another one of its account has the name. */
export async function renameLayout(
  tx: Db,
  layout: StoredLayout,
  title: string,
  context: AuditContext,
): Promise<StoredLayout> {
  if (title === layout.title) return layout
  try {
    await tx
      .updateTable('bank_csv_layouts')
      .set((old) => ({ title, version: old('version', '+', 1) }))
      .where('id', '=', layout.id)
      .execute()
  } catch (error) {
    if (violatedConstraint(error)) throw invalid({ title: 'bank_statements.layout_title_taken' })
    throw error
  }
  await audit(tx, context, {
    action: 'change',
    ...auditOf('bank_csv_layout', { id: layout.id, title }),
    before: { title: layout.title },
    after: { title },
  })
  return { ...layout, title, version: layout.version + 1 }
}

export async function removeLayout(tx: Db, layout: StoredLayout, context: AuditContext): Promise<void> {
  const { id, title, headings, columns } = layout
  await tx.deleteFrom('bank_csv_layouts').where('id', '=', id).execute()
  await audit(tx, context, {
    action: 'delete',
    ...auditOf('bank_csv_layout', { id, title }),
    before: { title, headings, columns },
  })
}

/** Saved layouts, newest first, for a file with the chosen account and encoding. */
export async function savedLayouts(
  db: Db,
  account: number | null,
  letters: Letters | null,
): Promise<SavedLayouts> {
  const rows = await db
    .selectFrom('bank_csv_layouts')
    .select(['title', 'bank_account_id', 'headings', 'columns'])
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute()
  const found = rows.map(({ title, bank_account_id, headings, columns }) => ({
    title,
    account: bank_account_id,
    headings: headings as string[],
    columns: columns as CsvColumns,
  }))
  return { layouts: found, account, ...(letters && { letters }) }
}
