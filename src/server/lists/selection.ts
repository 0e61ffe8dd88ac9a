import { type RawBuilder, sql } from 'kysely'
import { mostAtOnce } from '#shared/lists/list-declaration.ts'
import type { Selection } from '#shared/lists/selection.ts'
import type { Db } from '../db/db.ts'
import { conflict, type HttpError, invalid } from '../base/errors.ts'
import { allOf } from './list-query.ts'

/** The column that names a list's rows to people and programs, with its type in the database. */
export type RowKey = { column: string; type: 'text' | 'citext' | 'bigint' }

/**
 * A list whose rows can be selected: its table, what names a row, and its query as a condition on that table. `there` are
 * the rows that count as there, where the table keeps others; the query's condition holds it already.
 */
export type SelectableList<Query> = {
  table: string
  key: RowKey
  there?: RawBuilder<boolean>
  condition: (query: Query) => RawBuilder<boolean>
}

/** Rows picked out of those that a query finds: only these, or all but these. */
export type Picked = { slugs?: string[] | undefined; exclude?: string[] | undefined }

/** The conditions that pick rows out. */
export function pickedBy(key: RowKey, { slugs, exclude }: Picked): RawBuilder<boolean>[] {
  return [
    ...(slugs ? [named(key, slugs)] : []),
    ...(exclude && exclude.length > 0 ? [sql<boolean>`not ${named(key, exclude)}`] : []),
  ]
}

function named({ column, type }: RowKey, keys: string[]): RawBuilder<boolean> {
  // What is not a number names no row.
  const given = type === 'bigint' ? keys.filter((key) => /^\d{1,18}$/.test(key)) : keys
  return sql<boolean>`(${sql.ref(column)} = any(${given}::${sql.raw(type)}[]))`
}

/** The condition that finds exactly the rows of a selection: to count them, to lock them, to copy their ids elsewhere. */
export function isSelected<Query>(
  list: SelectableList<Query>,
  selection: Selection<Query>,
): RawBuilder<boolean> {
  return 'slugs' in selection
    ? allOf([named(list.key, selection.slugs), ...(list.there ? [list.there] : [])])
    : allOf([list.condition(selection.query), ...pickedBy(list.key, selection)])
}

/** What a selection holds: ids and keys of its rows, named ones in the order they were named, and names without a row. */
export type Selected = { ids: number[]; keys: string[]; gone: string[] }

/**
 * The ids of a selection, their rows locked in the order of their ids until the transaction ends: two acts over the same
 * rows wait for each other instead of deadlocking. One statement with the list's own conditions; another number of rows
 * than expected is 409 `selection_changed`, and more than a call can change are refused before they are looked for.
 */
export async function lockSelection<Query>(
  tx: Db,
  list: SelectableList<Query>,
  selection: Selection<Query>,
  limit = mostAtOnce,
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

/** 409 with what the selection holds now: how many rows, and which of the exclusions still leave one out. */
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
 * The rows of a bulk act, locked. Rows named in the body's own field must all exist (400 at the field); of a selection
 * those that exist are taken and the others are answered as gone.
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
