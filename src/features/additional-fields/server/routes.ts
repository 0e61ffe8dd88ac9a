import { sql } from 'kysely'
import { audit, auditOf, differences } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, invalid } from '#server/base/errors.ts'
import { implement } from '#server/routes/implement.ts'
import { violatedConstraint } from '#server/db/transaction.ts'
import { versionOf } from '#server/routes/if-match.ts'
import { additionalFields, type AdditionalField } from '../contract.ts'
import { mostFields } from '../rules.ts'
import {
  answeredProjects,
  choicesInUse,
  listFields,
  lockField,
  offeredFields,
  type StoredField,
  storedFields,
} from './queries.ts'

type FieldInput = Omit<AdditionalField, 'key' | 'answers' | 'version'>

const object = ({ id, labels }: Pick<StoredField, 'id' | 'labels'>) =>
  auditOf('additional_field', { id, title: labels.en_US })

const inputOf = ({ step, type, labels, choices, is_required, is_active }: StoredField): FieldInput => ({
  step,
  type,
  labels,
  choices,
  required: is_required,
  active: is_active,
})

async function shown(db: Db, key: string): Promise<AdditionalField> {
  return (await listFields(db, [key]))[0]!
}

/** A choice field needs choices, each only once; other types have none. */
function refuseChoices({ type, choices }: Pick<FieldInput, 'type' | 'choices'>): void {
  if (type !== 'choice' && choices.length > 0) throw invalid({ choices: 'additional_fields.no_choices' })
  if (type === 'choice' && choices.length === 0)
    throw invalid({ choices: 'additional_fields.choices_needed' })
  const twice = choices.findIndex(({ key }, at) => choices.findIndex((other) => other.key === key) < at)
  if (twice !== -1) throw invalid({ [`choices.${twice}.key`]: 'additional_fields.key_taken' })
}

const stored = ({ required, active, choices, labels, ...columns }: FieldInput) => ({
  ...columns,
  labels: JSON.stringify(labels),
  choices: JSON.stringify(choices),
  is_required: required,
  is_active: active,
})

export const additionalFieldRoutes = implement(additionalFields, {
  list: async ({ db }) => ({ results: await listFields(db) }),

  offered: async ({ reader, locale }) => ({ results: await offeredFields(reader, locale) }),

  create: async ({ db, body, now, auditContext }) => {
    const { key, ...said } = body
    refuseChoices(said)
    const { rows } = await sql<{ n: number; last: number }>`
      select count(*) as n, coalesce(max(position), 0) as last from additional_fields`.execute(db)
    if (rows[0]!.n >= mostFields)
      throw invalid({ key: { key: 'additional_fields.too_many', parameters: { limit: mostFields } } })
    const { id } = await refuseTakenKey(
      db
        .insertInto('additional_fields')
        .values({ key, ...stored(said), position: rows[0]!.last + 1, created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    await audit(db, auditContext, {
      action: 'create',
      ...object({ id, labels: said.labels }),
      after: { key, ...said },
    })
    return shown(db, key)
  },

  order: async ({ db, body, now, auditContext }) => {
    await sql`select from additional_fields order by id for no key update`.execute(db)
    const before = (await storedFields(db)).map(({ key }) => key)
    const same = body.keys.length === before.length && before.every((key) => body.keys.includes(key))
    if (!same) throw conflict('edit_conflict', { current: { results: await listFields(db) } })
    // Steps keep their own order; within a step the overall order counts.
    await sql`
      update additional_fields set position = wanted.position, updated_at = ${now}
      from unnest(${body.keys}::text[]) with ordinality as wanted (key, position)
      where additional_fields.key = wanted.key and additional_fields.position <> wanted.position`.execute(db)
    const results = await listFields(db)
    const after = results.map(({ key }) => key)
    if (after.join() !== before.join())
      await audit(db, auditContext, {
        action: 'change',
        ...auditOf('additional_field', { id: null }),
        before: { order: before },
        after: { order: after },
      })
    return { results }
  },

  change: async (context) => {
    const { db, params, body, now, auditContext } = context
    const row = await lockField(db, params.key)
    if (versionOf(context) !== row.version)
      throw conflict('edit_conflict', { current: await shown(db, row.key) })
    const { version: _version, ...changes } = body
    const next = { ...inputOf(row), ...changes } as FieldInput
    refuseChoices(next)
    const { before, after } = differences<Record<string, unknown>>(inputOf(row), next)
    if (Object.keys(after).length === 0) return shown(db, row.key)
    await refuseLosingAnswers(db, row, next)
    await db
      .updateTable('additional_fields')
      .set({ ...stored(next), version: row.version + 1, updated_at: now })
      .where('id', '=', row.id)
      .execute()
    const named = { id: row.id, labels: next.labels }
    await audit(db, auditContext, { action: 'change', ...object(named), before, after })
    return shown(db, row.key)
  },

  delete: async ({ db, params, auditContext }) => {
    const row = await lockField(db, params.key, 'removal')
    const users = await answeredProjects(db, row.id)
    if (users.length > 0)
      throw conflict('in_use', { blocking: users.map((user) => ({ ...user, code: 'in_use' })) })
    await db.deleteFrom('additional_fields').where('id', '=', row.id).execute()
    const before = { key: row.key, ...inputOf(row) }
    await audit(db, auditContext, { action: 'delete', ...object(row), before })
  },
})

/** Refuses a change of type and removed choices that would make existing answers meaningless. */
async function refuseLosingAnswers(db: Db, row: StoredField, next: FieldInput): Promise<void> {
  if (next.type !== row.type && (await answeredProjects(db, row.id)).length > 0)
    throw invalid({ type: 'additional_fields.type_in_use' })
  const left = row.choices.filter(({ key }) => !next.choices.some((choice) => choice.key === key))
  const used = await choicesInUse(
    db,
    row.id,
    left.map(({ key }) => key),
  )
  const names = left.filter(({ key }) => used.includes(key)).map(({ labels }) => labels.en_US)
  if (names.length > 0)
    throw invalid({
      choices: { key: 'additional_fields.choice_in_use', parameters: { choices: names.join(', ') } },
    })
}

async function refuseTakenKey<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (violatedConstraint(error) === 'additional_fields_key')
      throw invalid({ key: 'additional_fields.key_taken' })
    throw error
  }
}
