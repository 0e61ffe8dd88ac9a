import { type RawBuilder, sql } from 'kysely'
import { maxBulkRows } from '#shared/lists/list-declaration.ts'
import type { Selection } from '#shared/lists/selection.ts'
import type { Db } from '../db/db.ts'
import { conflict, type HttpError, invalid } from '../base/errors.ts'
import { allOf } from './list-query.ts'

/** The column whose values identify a list's rows to people and programs, with its database type. */
export type RowKey = { column: string; type: 'text' | 'citext' | 'bigint' }

/**
 * A list with selectable rows: its table, key, and query as a condition on that table. `there` limits to existing rows
 * where the table keeps others; the query's condition already includes it.
 */
export type SelectableList<Query> = {
  table: string
  key: RowKey
  there?: RawBuilder<boolean>
  condition: (query: Query) => RawBuilder<boolean>
}

/** Rows chosen from a query's result: only these, or all but these. */
export type PickedRows = { slugs?: string[] | undefined; exclude?: string[] | undefined }

export function pickedBy(key: RowKey, { slugs, exclude }: PickedRows): RawBuilder<boolean>[] {
  return [
    ...(slugs ? [named(key, slugs)] : []),
    ...(exclude && exclude.length > 0 ? [sql<boolean>`not ${named(key, exclude)}`] : []),
  ]
}

function named({ column, type }: RowKey, keys: string[]): RawBuilder<boolean> {
  // A value that is no number matches no row.
  const given = type === 'bigint' ? keys.filter((key) => /^\d{1,18}$/.test(key)) : keys
  return sql<boolean>`(${sql.ref(column)} = any(${given}::${sql.raw(type)}[]))`
}

/** The condition for exactly the rows of a selection: to count, lock or copy their ids. */
export function isSelected<Query>(
  list: SelectableList<Query>,
  selection: Selection<Query>,
): RawBuilder<boolean> {
  return 'slugs' in selection
    ? allOf([named(list.key, selection.slugs), ...(list.there ? [list.there] : [])])
    : allOf([list.condition(selection.query), ...pickedBy(list.key, selection)])
}

/** Content of a selection: ids and keys of its rows, named ones in the given order, and names without a row. */
export type Selected = { ids: number[]; keys: string[]; gone: string[] }

/**
 * The ids of a selection, with rows locked in id order until the transaction ends: two acts on the same rows wait for
 * each other instead of deadlocking. One statement with the list's own conditions; an unexpected number of rows is 409
 * `selection_changed`, and a selection above a call's limit is refused before the search.
 */
export async function lockSelection<Query>(
  tx: Db,
  list: SelectableList<Query>,
  selection: Selection<Query>,
  limit = maxBulkRows,
): Promise<Selected> {
  const expected = 'slugs' in selection ? selection.slugs.length : selection.expected_count
  if (expected > limit)
    throw invalid({ selection: { key: 'list.too_many', parameters: { count: expected, limit } } })
  const { rows } = await sql<{ id: number; key: string }>`
    select id, ${sql.ref(list.key.column)}::text as key from ${sql.table(list.table)}
    where ${isSelected(list, selection)} order by id limit ${expected + 1} for no key update`.execute(tx)
  if (!('slugs' in selection)) {
    if (rows.length !== expected) throw await selectionChanged(tx, list, selection)
    return { ids: rows.map((row) => row.id), keys: rows.map((row) => row.key), gone: [] }
  }
  const idOf = new Map(rows.map((row) => [row.key, row.id]))
  return {
    ids: selection.slugs.flatMap((key) => idOf.get(key) ?? []),
    keys: selection.slugs.filter((key) => idOf.has(key)),
    gone: selection.slugs.filter((key) => !idOf.has(key)),
  }
}

/** 409 with the current content of the selection: number of rows, and the exclusions that still apply. */
export async function selectionChanged<Query>(
  db: Db,
  list: SelectableList<Query>,
  selection: Extract<Selection<Query>, { query: Query }>,
): Promise<HttpError> {
  const key = sql.ref(list.key.column)
  const { query, exclude, expected_count } = selection
  const { rows } = await sql<{ count: number; exclude: string[] }>`
    select
      (select count(*) from ${sql.table(list.table)} where ${isSelected(list, selection)})::int as count,
      array(select ${key}::text from ${sql.table(list.table)}
        where ${allOf([list.condition(query), named(list.key, exclude)])} order by id) as exclude`.execute(db)
  const current = rows[0]!
  return conflict('selection_changed', {
    current,
    parameters: { expected: expected_count, count: current.count },
  })
}

/**
 * The locked rows of a bulk act. Rows named in the body's own field must all exist (400 at the field); of a selection,
 * existing rows are taken and the others reported as gone.
 */
export async function lockChosen<Query>(
  tx: Db,
  list: SelectableList<Query>,
  chosen: {
    field: string
    rows: string[] | undefined
    unknown: string
    selection: Selection<Query> | undefined
  },
): Promise<Selected> {
  if (chosen.selection) return lockSelection(tx, list, chosen.selection)
  const found = await lockSelection(tx, list, { slugs: chosen.rows ?? [] })
  if (found.gone.length > 0) throw invalid({ [chosen.field]: chosen.unknown })
  return found
}
