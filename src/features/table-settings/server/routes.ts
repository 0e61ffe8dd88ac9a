import { audit } from '#server/audit.ts'
import type { Db } from '#server/db/db.ts'
import { invalid, notFound } from '#server/errors.ts'
import { implement } from '#server/routes.ts'
import type { Locale } from '#shared/messages.ts'
import { textOf } from '#server/texts.ts'
import { tableSettings } from '../contract.ts'
import { columnsOf } from '../tables.ts'

type Table = { name: string; columns: Record<string, string> }

function getTable(name: string): Table {
  const columns = columnsOf(name)
  if (!columns) throw notFound()
  return { name, columns }
}

/** What a person has hidden; a column that no longer exists is not among it. */
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

/** The hidden columns a body names: exactly the table's own key, its value joined by '/', '' for none. */
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
      object_type: 'table_settings',
      object_id: user.id,
      object_title: table.name,
      before: { hidden_fields: before },
      after: { hidden_fields: hidden },
    })
    return present(table, hidden, locale)
  },
})
