import { audit, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { invalid, notFound } from '#server/base/errors.ts'
import { implement } from '#server/routes/implement.ts'
import type { Locale } from '#shared/messages.ts'
import { textOf } from '#server/base/texts.ts'
import { type TableLayout, tableSettings } from '../contract.ts'
import { prefix } from '#features/additional-fields/names.ts'
import { storedFields } from '#features/additional-fields/server/queries.ts'
import { columnsOf, layoutOf, takesFields } from '../tables.ts'

type Table = { name: string; columns: Record<string, string> }

function getTable(name: string): Table {
  const columns = columnsOf(name)
  if (!columns) throw notFound()
  return { name, columns }
}

/** Columns that a person has hidden, without columns that no longer exist. */
async function hiddenFields(db: Db, userId: number, table: Table): Promise<string[]> {
  const row = await db
    .selectFrom('table_settings')
    .select('hidden_fields')
    .where('user_id', '=', userId)
    .where('table_name', '=', table.name)
    .executeTakeFirst()
  return (row?.hidden_fields ?? []).filter((key) => Object.hasOwn(table.columns, key))
}

function present(table: Table, hidden_fields: string[], locale: Locale) {
  const table_fields = Object.fromEntries(
    Object.entries(table.columns).map(([key, heading]) => [key, textOf(locale, heading)]),
  )
  return { table_fields, hidden_fields }
}

/** The hidden columns in a body: its only key is the table, its value the columns joined by '/', or '' for none. */
function parseHidden(table: Table, body: Record<string, string>): string[] {
  const unknown = Object.keys(body).find((key) => key !== table.name)
  if (unknown !== undefined) throw invalid({ [unknown]: 'validation.unknown_key' })
  const joined = body[table.name]
  if (joined === undefined) throw invalid({ [table.name]: 'validation.required' })
  const keys = [...new Set(joined === '' ? [] : joined.split('/'))]
  if (!keys.every((key) => Object.hasOwn(table.columns, key)))
    throw invalid({ [table.name]: 'validation.unknown_column' })
  return keys
}

/** All columns that a layout of a table may name, additional fields included. Throws notFound. */
async function knownColumns(db: Db, name: string): Promise<string[]> {
  const known = layoutOf(name)
  if (!known) throw notFound()
  if (!takesFields(name)) return known
  const fields = await storedFields(db)
  return [...known, ...fields.flatMap(({ key, is_active }) => (is_active ? [prefix + key] : []))]
}

/** A person's table layout, without columns that no longer exist. */
async function layoutFor(db: Db, userId: number, name: string): Promise<TableLayout> {
  const known = await knownColumns(db, name)
  const row = await db
    .selectFrom('table_layouts')
    .select(['columns', 'widths'])
    .where('user_id', '=', userId)
    .where('table_name', '=', name)
    .executeTakeFirst()
  const widths = Object.entries((row?.widths ?? {}) as Record<string, number>)
  return {
    columns: row ? row.columns.filter((key) => known.includes(key)) : null,
    widths: Object.fromEntries(widths.filter(([key]) => known.includes(key))),
  }
}

export const tableSettingsRoutes = implement(tableSettings, {
  read: async ({ db, user, params, locale }) => {
    const table = getTable(params.tableName)
    return present(table, await hiddenFields(db, user.id, table), locale)
  },

  change: async ({ db, user, params, body, locale, now, auditContext }) => {
    const table = getTable(params.tableName)
    const hidden = parseHidden(table, body)
    const before = await hiddenFields(db, user.id, table)
    if (before.join('/') === hidden.join('/')) return present(table, hidden, locale)
    await db
      .insertInto('table_settings')
      .values({ user_id: user.id, table_name: table.name, hidden_fields: hidden, updated_at: now })
      .onConflict((on) =>
        on.columns(['user_id', 'table_name']).doUpdateSet({ hidden_fields: hidden, updated_at: now }),
      )
      .execute()
    await audit(db, auditContext, {
      action: 'change',
      ...auditOf('table_settings', { id: user.id, title: table.name }),
      before: { hidden_fields: before },
      after: { hidden_fields: hidden },
    })
    return present(table, hidden, locale)
  },

  readLayout: ({ db, user, params }) => layoutFor(db, user.id, params.tableName),

  changeLayout: async ({ db, user, params, body, now, auditContext }) => {
    const before = await layoutFor(db, user.id, params.tableName)
    const known = await knownColumns(db, params.tableName)
    const { columns, widths } = body
    if (columns && (new Set(columns).size < columns.length || !columns.every((key) => known.includes(key))))
      throw invalid({ columns: 'validation.unknown_column' })
    if (!Object.keys(widths).every((key) => known.includes(key)))
      throw invalid({ widths: 'validation.unknown_column' })
    const after: TableLayout = columns ? { columns, widths } : { columns: null, widths: {} }
    if (JSON.stringify(before) === JSON.stringify(after)) return before
    if (columns) {
      const kept = { columns, widths: JSON.stringify(widths), updated_at: now }
      await db
        .insertInto('table_layouts')
        .values({ user_id: user.id, table_name: params.tableName, ...kept })
        .onConflict((on) => on.columns(['user_id', 'table_name']).doUpdateSet(kept))
        .execute()
    } else
      await db
        .deleteFrom('table_layouts')
        .where('user_id', '=', user.id)
        .where('table_name', '=', params.tableName)
        .execute()
    await audit(db, auditContext, {
      action: 'change',
      ...auditOf('table_settings', { id: user.id, title: params.tableName }),
      before: { layout: before },
      after: { layout: after },
    })
    return after
  },
})
