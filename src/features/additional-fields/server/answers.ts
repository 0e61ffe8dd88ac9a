import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { type FieldMessage, InvalidInput } from '#server/base/errors.ts'
import { type Answer, prefix } from '../names.ts'
import { readAnswer } from '../rules.ts'
import { type StoredField, storedFields } from './queries.ts'

/** Answers by field key; unanswered fields are missing. */
export type Answers = Record<string, Answer>

/** Column with the answers of a row of `projects`; lists cut long texts to `letters`. */
export const answersColumn = (letters: number | null): RawBuilder<unknown> => sql`(
  select coalesce(jsonb_object_agg(key, wire_answer(type, words, choice, number, ${sql.lit(letters)}::integer)), '{}')
  from additional_answers join additional_fields on additional_fields.id = field_id
  where project_id = projects.id)`

/** Answers of a form by field key; null or a missing value removes one. */
export type GivenAnswers = Readonly<Record<string, Answer | null>>

type CheckedAnswer = { field: StoredField; answer: Answer | null }

/**
 * Validates a form's answers against their fields and locks the fields until the transaction ends. 400 at
 * `additional.<key>`. With `whole`, for a new project, a missing required answer is refused too.
 */
export async function checkAnswers(tx: Db, given: GivenAnswers, whole = false): Promise<CheckedAnswer[]> {
  await sql`select from additional_fields
    where ${whole} or key = any(${Object.keys(given)}::text[]) order by id for share`.execute(tx)
  const fields = await storedFields(tx, whole ? undefined : Object.keys(given))
  const wrong: Record<string, FieldMessage[]> = {}
  for (const key of Object.keys(given))
    if (!fields.some((field) => field.key === key)) wrong[prefix + key] = [{ key: 'validation.unknown_key' }]
  const checked = fields.flatMap((field): CheckedAnswer[] => {
    const said = Object.hasOwn(given, field.key)
    const read = readAnswer(field, said ? given[field.key] : null)
    const refused = 'wrong' in read ? read.wrong : refusalOf(field, read.answer)
    if (refused) wrong[prefix + field.key] = [refused]
    return said && 'answer' in read ? [{ field, answer: read.answer }] : []
  })
  if (Object.keys(wrong).length > 0) throw new InvalidInput(wrong)
  return checked
}

function refusalOf({ is_active, is_required }: StoredField, answer: Answer | null): FieldMessage | undefined {
  if (!is_active) return answer === null ? undefined : { key: 'additional_fields.switched_off' }
  return is_required && answer === null ? { key: 'validation.required' } : undefined
}

/** Answers under the names that audit events use. */
export function namedAnswers(answers: GivenAnswers): Record<string, Answer | null> {
  return Object.fromEntries(Object.entries(answers).map(([key, answer]) => [prefix + key, answer]))
}

export const namedChecked = (checked: readonly CheckedAnswer[]) =>
  namedAnswers(Object.fromEntries(checked.map(({ field, answer }) => [field.key, answer])))

/** Stores checked answers of a project and deletes emptied ones. */
export async function writeAnswers(
  tx: Db,
  projectId: number,
  checked: readonly CheckedAnswer[],
): Promise<void> {
  const gone = checked.flatMap(({ field, answer }) => (answer === null ? [field.id] : []))
  if (gone.length > 0)
    await sql`delete from additional_answers
      where project_id = ${projectId} and field_id = any(${gone}::bigint[])`.execute(tx)
  const kept = checked.flatMap(({ field, answer }) => (answer === null ? [] : [{ field, answer }]))
  if (kept.length === 0) return
  await sql`
    insert into additional_answers (project_id, field_id, words, choice, number)
    select ${projectId}::bigint, field_id, words, choice,
      case when day is null then number else day - date '1970-01-01' end
    from jsonb_to_recordset(${JSON.stringify(kept.map(columnsOf))}::jsonb)
      as given (field_id bigint, words text, choice text, number bigint, day date)
    on conflict (project_id, field_id) do update
      set words = excluded.words, choice = excluded.choice, number = excluded.number`.execute(tx)
}

function columnsOf({ field: { id: field_id, type }, answer }: { field: StoredField; answer: Answer }) {
  switch (type) {
    case 'text':
    case 'paragraph':
      return { field_id, words: answer }
    case 'choice':
      return { field_id, choice: answer }
    case 'boolean':
      return { field_id, choice: answer ? 'yes' : 'no' }
    case 'day':
      return { field_id, day: answer }
    case 'number':
    case 'amount':
      return { field_id, number: answer }
  }
}

/** Copies answers to the copies of projects, for active fields only. */
export async function copyAnswers(tx: Db, copies: ReadonlyMap<number, number>): Promise<void> {
  if (copies.size === 0) return
  await sql`
    insert into additional_answers (project_id, field_id, words, choice, number)
    select copy.id, field_id, words, choice, number
    from unnest(${[...copies.keys()]}::bigint[], ${[...copies.values()]}::bigint[]) as copy (of_id, id)
    join additional_answers on project_id = copy.of_id
    join additional_fields on additional_fields.id = field_id and is_active`.execute(tx)
}
