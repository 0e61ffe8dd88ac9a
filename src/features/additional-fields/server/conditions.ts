import { type RawBuilder, sql } from 'kysely'
import { type Day, isDay } from '#shared/dates.ts'
import { dayRange, numberRange, type Range, type RelativeDay } from '#shared/lists/filter-shapes.ts'
import { negations } from '#shared/lists/list-declaration.ts'
import type { Db } from '#server/db/db.ts'
import { type FieldMessage, InvalidInput } from '#server/base/errors.ts'
import { allOf, anyOf } from '#server/lists/list-query.ts'
import { answeredValue, takesFilter, unansweredValue } from '../filter.ts'
import { fieldKeyOf } from '../names.ts'
import type { FieldType } from '../rules.ts'
import { storedFields } from './queries.ts'

type Condition = RawBuilder<boolean>
type Filters = Readonly<Record<string, readonly string[] | undefined>>

/** Fields that a query filters by, by filter name. */
export type FieldRefs = Readonly<Record<string, { id: number; type: FieldType }>>

/**
 * Resolves the field filters of a query; 400 names an unknown filter or one with an invalid value. Inactive fields still find
 * their answers.
 */
export async function requestedFields(db: Db, filters: Filters): Promise<FieldRefs> {
  const names = [...Object.keys(filters), ...(filters[negations] ?? [])]
  const keys = new Set(names.flatMap((name) => fieldKeyOf(name) ?? []))
  if (keys.size === 0) return {}
  const fields = new Map((await storedFields(db, [...keys])).map((field) => [field.key, field]))
  const wrong: Record<string, FieldMessage[]> = {}
  for (const name of names) {
    const key = fieldKeyOf(name)
    if (key === undefined) continue
    const field = fields.get(key)
    if (!field) wrong[name] = [{ key: 'validation.unknown_key' }]
    else if (!(filters[name] ?? []).every((value) => takesFilter(field, value)))
      wrong[name] = [{ key: 'validation.unknown_filter' }]
  }
  if (Object.keys(wrong).length > 0) throw new InvalidInput(wrong)
  return Object.fromEntries(
    Object.keys(filters).flatMap((name) => {
      const field = fields.get(fieldKeyOf(name) ?? '')
      return field ? [[name, { id: field.id, type: field.type }]] : []
    }),
  )
}

function ofFields(filters: Filters): [name: string, values: readonly string[]][] {
  return Object.entries(filters).flatMap(([name, values]) =>
    fieldKeyOf(name) !== undefined && values ? [[name, values]] : [],
  )
}

/** Conditions on projects for a query's field filters; several values of one filter are joined by "or". */
export function answerConditions(filters: Filters, refs: FieldRefs): Condition[] {
  return ofFields(filters).map(([name, values]) => {
    const { id, type } = refOf(refs, name)
    const has = (answer: Condition) => sql<boolean>`exists (
      select from additional_answers
      where project_id = projects.id and field_id = ${sql.lit(id)} and ${answer})`
    const wanted = answerIs(type, values)
    const found = anyOf([
      ...(wanted ? [has(wanted)] : []),
      ...(values.includes(unansweredValue) ? [sql<boolean>`not ${has(sql`true`)}`] : []),
    ])
    return filters[negations]?.includes(name) ? sql<boolean>`not (${found})` : found
  })
}

/** The caller loads the fields before building conditions. */
function refOf(refs: FieldRefs, name: string): FieldRefs[string] {
  const ref = refs[name]
  if (!ref) throw new TypeError(`${name} is not known: see requestedFields`)
  return ref
}

/** Condition for answers and for their kept counts; undefined if no value needs an answer. */
function answerIs(type: FieldType, values: readonly string[]): Condition | undefined {
  const named = values.filter((value) => value !== unansweredValue)
  if (named.length === 0) return undefined
  if (named.includes(answeredValue)) return sql<boolean>`true`
  if (type === 'day') return anyOf(named.map((value) => within(dayRange(value)!, dayNumber)))
  if (type === 'number' || type === 'amount')
    return anyOf(named.map((value) => within(numberRange(value)!, (bound) => sql.lit(bound))))
  return sql<boolean>`choice in (${sql.join(named)})`
}

const within = <Bound>({ from, to }: Range<Bound>, number: (bound: Bound) => RawBuilder<unknown>) =>
  allOf([
    ...(from === undefined ? [] : [sql<boolean>`number >= ${number(from)}`]),
    ...(to === undefined ? [] : [sql<boolean>`number <= ${number(to)}`]),
  ])

const epoch = sql`date '1970-01-01'`
// Relative days follow the business day, as in every list (docs/decisions/0047).
const dayNumber = (bound: RelativeDay) =>
  'day' in bound
    ? sql`(date ${sql.lit(known(bound.day))} - ${epoch})`
    : sql`(select day + ${sql.lit(bound.offset)} - ${epoch} from business_day where id = 1)`

function known(day: Day): Day {
  if (!isDay(day)) throw new TypeError(`not a day: ${day}`)
  return day
}

/**
 * Number of projects for a query with a single field filter, from the kept counts; undefined for any other query. `status` is
 * the query's condition without filters, `total` its count without them.
 */
export function keptAnswerCount(
  { search, filters }: { search: string; filters: Filters },
  refs: FieldRefs,
  { status, total }: { status: Condition; total: () => RawBuilder<unknown> },
): RawBuilder<unknown> | undefined {
  const asked = Object.entries(filters).filter(([name, values]) => values && name !== negations)
  const [[name, values] = []] = ofFields(filters)
  if (name === undefined || values === undefined || asked.length > 1 || search !== '') return undefined
  const { id, type } = refOf(refs, name)
  const sumOf = (answer: Condition) => sql`(
    select coalesce(sum(n), 0)::bigint from additional_counts
    where field_id = ${sql.lit(id)} and ${answer} and ${status})`
  const wanted = answerIs(type, values)
  const found = sql`(${wanted ? sumOf(wanted) : sql`0`}
    + ${values.includes(unansweredValue) ? sql`(${total()}) - ${sumOf(sql`true`)}` : sql`0`})`
  return sql`select ${filters[negations]?.includes(name) ? sql`(${total()}) - ${found}` : found}`
}

/** Among the projects in `matching`: the number per choice of a field, and of those with any answer. */
export async function choicesFound(
  db: Db,
  fieldId: number,
  matching: Condition,
): Promise<{ choices: Map<string, number>; given: number }> {
  const { rows } = await sql<{ choice: string | null; n: number }>`
    select choice, count(*) as n from additional_answers join projects on projects.id = project_id
    where field_id = ${fieldId} and ${matching} group by choice`.execute(db)
  return {
    choices: new Map(rows.flatMap(({ choice, n }) => (choice === null ? [] : [[choice, n] as const]))),
    given: rows.reduce((sum, { n }) => sum + n, 0),
  }
}

/** The same for all projects of a status, from the kept counts. */
export async function choicesKept(
  db: Db,
  fieldId: number,
  status: Condition,
): Promise<{ choices: Map<string, number>; given: number }> {
  const { rows } = await sql<{ choice: string | null; n: number }>`
    select choice, sum(n)::bigint as n from additional_counts
    where field_id = ${fieldId} and ${status} group by choice`.execute(db)
  return {
    choices: new Map(rows.flatMap(({ choice, n }) => (choice === null ? [] : [[choice, n] as const]))),
    given: rows.reduce((sum, { n }) => sum + n, 0),
  }
}
