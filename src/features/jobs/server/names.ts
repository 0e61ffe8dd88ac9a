import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { foldName, normalizeLine } from '#shared/normalize.ts'
import { audit, type AuditContext } from '#server/audit.ts'
import type { Db } from '#server/db/db.ts'
import { defineJob } from '#server/jobs.ts'
import { notRemoved } from '#server/removed.ts'
import { inTransaction, violatedConstraint } from '#server/transaction.ts'

type Named = {
  table: string
  /** What audit events are about. */
  type: string
  column?: 'title' | 'name'
  /** Only among those that belong to the same one of these two of a name are a matter. */
  within?: string
  isDated?: true
  /** Which of its rows are meant. */
  only?: RawBuilder<unknown>
}

/** Everything that people know by its name. */
const named: readonly Named[] = [
  { table: 'organizations', type: 'organization', isDated: true, only: notRemoved },
  { table: 'projects', type: 'project', within: 'organization_id', isDated: true, only: notRemoved },
  { table: 'companies', type: 'company' },
  { table: 'budgets', type: 'budget', within: 'company_id' },
  { table: 'individual_bank_accounts', type: 'individual_bank_account' },
  { table: 'bank_accounts', type: 'bank_account' },
  { table: 'internal_statuses', type: 'project_internal_status', only: sql`subject = 'project'` },
  { table: 'internal_statuses', type: 'organization_internal_status', only: sql`subject = 'organization'` },
  { table: 'donors', type: 'donor', column: 'name' },
]

const atOnce = 500
/** So many of the same name are told by name. */
const told = 5

/**
 * Brings names in line that stood in the database before they were normalized on the way in. Each change is an event in the
 * record's history. What would be unclear afterwards is an event too (`name_unclear`) and left to people: two that have
 * become one name stay two, a name of which nothing is to be seen stays, and so does one that another has already.
 * Done twice it changes nothing more.
 */
export const bringNamesInLine = defineJob({
  name: 'names.bring_in_line',
  payload: z.object({}),
  timeLimit: 60 * 60,
  run: async ({ db, now, signal }) => {
    const context: AuditContext = { actor: { id: null, name: bringNamesInLine.name }, now }
    for (const kind of named) {
      for (let last = 0; ;) {
        signal.throwIfAborted()
        const rows = await unusualNames(db, kind, last)
        if (rows.length === 0) break
        for (const row of rows) await bringInLine(db, context, kind, row)
        last = rows.at(-1)!.id
      }
    }
  },
})

type Row = { id: number; name: string }

/** The next names that hold more than ordinary letters with single blanks between them. */
async function unusualNames(
  db: Db,
  { table, column = 'title', only = sql`true` }: Named,
  last: number,
): Promise<Row[]> {
  const name = sql.ref(column)
  const { rows } = await sql<Row>`
    select id, ${name} as name from ${sql.table(table)}
    where id > ${last} and ${only} and (${name} !~ '^[ -~À-ÖØ-öø-ÿ]*$' or ${name} ~ '^ |  | $')
    order by id limit ${atOnce}`.execute(db)
  return rows
}

async function bringInLine(db: Db, context: AuditContext, kind: Named, { id, name }: Row): Promise<void> {
  const kept = normalizeLine(name)
  if (kept === name) return
  const { table, type, column = 'title', isDated } = kind
  const about = { object_type: type, object_id: id }
  if (kept !== '') {
    const dated = isDated ? sql`, updated_at = ${context.now}` : sql``
    const versioned = table === 'donors' ? sql`` : sql`, version = version + 1`
    try {
      await inTransaction(db, async (tx) => {
        const { rows } = await sql`
          update ${sql.table(table)} set ${sql.ref(column)} = ${kept} ${versioned} ${dated}
          where id = ${id} and ${sql.ref(column)} = ${name} returning id`.execute(tx)
        if (rows.length === 0) return
        const [before, after] = [{ [column]: name }, { [column]: kept }]
        await audit(tx, context, { action: 'normalize_name', ...about, object_title: kept, before, after })
      })
    } catch (error) {
      if (!violatedConstraint(error)) throw error
    }
  }
  await tellUnclear(db, context, kind, { id, name: kept })
}

/** Says in the audit log which others have the name by now, or that there is nothing to be seen of it. Once. */
async function tellUnclear(db: Db, context: AuditContext, kind: Named, { id, name }: Row): Promise<void> {
  const { table, type, column = 'title', within, only = sql`true` } = kind
  const [names, place] = [sql.ref(column), within ? sql.ref(within) : sql`true`]
  const { rows } = await sql<{ slug: string; name: string }>`
    select slug, ${names} as name from ${sql.table(table)}
    where md5(name_identity(${names})) = md5(name_identity(${name})) and id <> ${id} and ${only}
      and ${place} = (select ${place} from ${sql.table(table)} where id = ${id}) order by id`.execute(db)
  const same = rows.filter((row) => foldName(row.name) === foldName(name))
  if (name !== '' && same.length === 0) return
  const others = same.slice(0, told).map((row) => `${row.name} (${row.slug})`)
  if (same.length > told) others.push('…')
  await inTransaction(db, async (tx) => {
    const known = await tx
      .selectFrom('audit_events')
      .select('id')
      .where('object_type', '=', type)
      .where('object_id', '=', id)
      .where('action', '=', 'name_unclear')
      .executeTakeFirst()
    if (known) return
    await audit(tx, context, {
      action: 'name_unclear',
      object_type: type,
      object_id: id,
      object_title: name,
      before: { same_name_as: null },
      after: { same_name_as: others.join(', ') },
    })
  })
}
