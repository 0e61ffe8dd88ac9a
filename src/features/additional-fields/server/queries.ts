import { type RawBuilder, sql } from 'kysely'
import type { Locale } from '#shared/messages.ts'
import { recordStatus } from '#shared/statuses.ts'
import type { Db } from '#server/db/db.ts'
import { notFound } from '#server/base/errors.ts'
import { type LockFor, lockedFor } from '#server/db/locks.ts'
import { text } from '#server/base/texts.ts'
import type { AdditionalField, OfferedField } from '../contract.ts'
import { yesOrNo } from '../filter.ts'
import { steps } from '../rules.ts'

export type StoredField = Omit<AdditionalField, 'answers' | 'required' | 'active'> & {
  id: number
  is_required: boolean
  is_active: boolean
}

const columns = [
  'id',
  'key',
  'step',
  'type',
  'labels',
  'choices',
  'is_required',
  'is_active',
  'version',
] as const

const inOrder: RawBuilder<unknown> = sql`array_position(${sql.lit(`{${steps.join(',')}}`)}::text[], step), position, id`

/** All fields in step and field order, or those with the given keys. */
export async function storedFields(db: Db, keys?: readonly string[]): Promise<StoredField[]> {
  const { rows } = await sql<StoredField>`
    select ${sql.join(columns.map((name) => sql.ref(name)))} from additional_fields
    where ${keys ? sql`key = any(${[...keys]}::text[])` : sql`true`} order by ${inOrder}`.execute(db)
  return rows
}

/** Fields with the number of projects that have an answer, without removed projects. */
export async function listFields(db: Db, keys?: readonly string[]): Promise<AdditionalField[]> {
  const fields = await storedFields(db, keys)
  const { rows } = await sql<{ field_id: number; n: number }>`
    select field_id, sum(n)::bigint as n from additional_counts where status <> ${sql.lit(recordStatus.removed)} group by field_id`.execute(
    db,
  )
  const answers = new Map(rows.map(({ field_id, n }) => [field_id, n]))
  return fields.map((field) => presentField(field, answers.get(field.id) ?? 0))
}

export function presentField(
  { id: _id, is_required, is_active, ...field }: StoredField,
  answers: number,
): AdditionalField {
  return { ...field, required: is_required, active: is_active, answers }
}

export async function offeredFields(db: Db, locale: Locale): Promise<OfferedField[]> {
  return (await storedFields(db)).map((field) => inWords(field, locale))
}

export function inWords(field: StoredField, locale: Locale): OfferedField {
  const { key, step, type, labels, choices, is_required, is_active } = field
  return {
    key,
    step,
    type,
    label: labels[locale],
    choices:
      type === 'boolean'
        ? yesOrNo.map((answer) => ({ key: answer, label: text(locale, `additional_fields.${answer}`) }))
        : choices.map((choice) => ({ key: choice.key, label: choice.labels[locale] })),
    required: is_required,
    active: is_active,
  }
}

/** One field, locked until the transaction ends, so that no answer is written meanwhile. Throws notFound. */
export async function lockField(tx: Db, key: string, purpose: LockFor = 'change'): Promise<StoredField> {
  const row = await tx
    .selectFrom('additional_fields')
    .select(columns)
    .where('key', '=', key)
    .$call(lockedFor(purpose))
    .executeTakeFirst()
  if (!row) throw notFound()
  return row as unknown as StoredField
}

/** The first projects with an answer; they prevent deleting the field. */
export async function answeredProjects(db: Db, fieldId: number): Promise<{ slug: string; title: string }[]> {
  const { rows } = await sql<{ slug: string; title: string }>`
    select slug, title from additional_answers join projects on projects.id = project_id
    where field_id = ${fieldId} order by project_id limit 100`.execute(db)
  return rows
}

export async function choicesInUse(db: Db, fieldId: number, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${[...keys]}::text[]) key
    where exists (select from additional_answers where field_id = ${fieldId} and choice = key)`.execute(db)
  return rows.map(({ key }) => key)
}
