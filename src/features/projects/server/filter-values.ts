import { type RawBuilder, sql } from 'kysely'
import { me, nobody } from '#shared/lists/filter-shapes.ts'
import { negations } from '#shared/lists/list-declaration.ts'
import { filtersOf } from '#shared/lists/list-record.ts'
import { type CompanyScope, inScope, scopeOf } from '#server/auth/company-scope.ts'
import type { Db } from '#server/db/db.ts'
import { invalid } from '#server/base/errors.ts'
import { allOf, anyOf } from '#server/lists/list-query.ts'
import type { User } from '#server/auth/session.ts'
import { isKept, requestedConditions } from '#server/lists/conditions.ts'
import { personName } from '#server/base/person-name.ts'
import { fieldKeyOf } from '#features/additional-fields/names.ts'
import { answeredValue, unansweredValue, yesOrNo } from '#features/additional-fields/filter.ts'
import { choicesFound, choicesKept } from '#features/additional-fields/server/conditions.ts'
import { storedFields } from '#features/additional-fields/server/queries.ts'
import { internalStatusTitles } from '#features/internal-statuses/server/queries.ts'
import { type ShownReason, shownReasons } from '../rules.ts'
import { projectList } from '../table.ts'
import { projectConditions, projectCount, type ProjectQuery, selectableProjects } from './list.ts'
import { funded, reasonConditions } from './relation-conditions.ts'

export type OfferedValue = { value: string; title: string | null; count: number }

const mostValues = 20
/** Days for which "ends within" is counted unless the request names another number. */
const usualDays = 30

export async function countProjects(db: Db, query: ProjectQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`select (${projectCount(query)}) as count`.execute(db)
  return rows[0]!.count
}

/**
 * The values of one filter, each with its count among the rows that the other filters find. `find` is the beginning or part of
 * a value, or the number of days for "ends within".
 */
export async function valuesOfFilter(
  db: Db,
  query: ProjectQuery,
  name: string,
  find: string,
  user: Pick<User, 'id' | 'user_type' | 'company_id'>,
): Promise<{ values: OfferedValue[]; more: boolean }> {
  const rest = withoutFilter(query, name)
  if (fieldKeyOf(name) !== undefined) return { values: await valuesOfField(db, rest, name), more: false }
  const found = fromRows[name]
  const { values, numbered = {}, shape } = filtersOf(projectList).find((filter) => filter.name === name)!
  if (found) {
    const rows = await found(db, rest, find, scopeOf(user))
    const mine = name === 'reviewer' && find === '' ? await countEach(db, rest, name, [String(user.id)]) : []
    return {
      values: [...mine.map((one) => ({ ...one, value: me })), ...rows.slice(0, mostValues)],
      more: rows.length > mostValues,
    }
  }
  if (values === 'any' || shape) return { values: [], more: false }
  const days = /^\d{1,4}$/.test(find) ? find : String(usualDays)
  const offered = [...Object.keys(values), ...Object.keys(numbered).map((value) => `${value}:${days}`)]
  return { values: await countEach(db, rest, name, offered), more: false }
}

/** The values of an additional field: its choices, or whether an answer exists; the page knows their names. */
async function valuesOfField(db: Db, rest: ProjectQuery, name: string): Promise<OfferedValue[]> {
  const [field] = await storedFields(db, [fieldKeyOf(name)!])
  if (!field) throw invalid({ name: 'validation.unknown_value' })
  const matching = selectableProjects.condition(rest)
  const found =
    rest.search === '' && Object.values(rest.filters).every((asked) => !asked?.length)
      ? await choicesKept(db, field.id, matching)
      : await choicesFound(db, field.id, matching)
  const keys = field.type === 'boolean' ? yesOrNo : field.choices.map(({ key }) => key)
  const choices = keys.map((value) => ({ value, title: null, count: found.choices.get(value) ?? 0 }))
  const all = await countProjects(db, rest)
  return [
    ...choices,
    { value: answeredValue, title: null, count: found.given },
    { value: unansweredValue, title: null, count: all - found.given },
  ]
}

function withoutFilter(query: ProjectQuery, name: string): ProjectQuery {
  const filters = { ...query.filters } as Record<string, string[] | undefined>
  delete filters[name]
  filters[negations] = filters[negations]?.filter((one) => one !== name)
  return { ...query, filters: filters as ProjectQuery['filters'] }
}

async function countEach(
  db: Db,
  rest: ProjectQuery,
  name: string,
  values: string[],
): Promise<OfferedValue[]> {
  const kept = isKept(projectList, { search: rest.search, filters: { ...rest.filters, [name]: values } })
  const counts = values.map((value) => {
    const condition = allOf(requestedConditions(projectConditions, { [name]: [value] }))
    return kept
      ? sql`coalesce(sum(n) filter (where ${condition}), 0)`
      : sql`count(*) filter (where ${condition})`
  })
  const { rows } = await sql<{ counts: number[] }>`
    select array[${sql.join(counts)}]::bigint[] as counts
    from ${sql.table(kept ? 'project_counts' : 'projects')}
    where ${selectableProjects.condition(rest)}`.execute(db)
  return values.map((value, at) => ({ value, title: null, count: rows[0]!.counts[at]! }))
}

const matching = (rest: ProjectQuery, columns: RawBuilder<unknown>) =>
  sql`(select ${columns} from projects where ${selectableProjects.condition(rest)})`

type ValueFinder = (db: Db, rest: ProjectQuery, find: string, scope: CompanyScope) => Promise<OfferedValue[]>

const fromRows: Partial<Record<string, ValueFinder>> = {
  internal_status: async (db, rest) => {
    const { rows } = await sql<OfferedValue>`
      select slug as value, title, count(matching.internal_status_id) as count
      from internal_statuses
      left join ${matching(rest, sql`internal_status_id`)} matching on matching.internal_status_id = internal_statuses.id
      where subject = 'project' group by internal_statuses.id order by fold(title)`.execute(db)
    return rows
  },
  town: (db, rest, find) =>
    ofOrganizations(db, rest, {
      value: sql`town`,
      title: sql`min(regexp_replace(btrim(city), '[,[:space:]]+', ' ', 'g'))`,
      condition: sql`town <> '' and town like search_pattern(${find})`,
    }),
  postcode: (db, rest, find) =>
    ofOrganizations(db, rest, {
      value: sql`postcode`,
      title: sql`null`,
      condition: sql`postcode ~ '^[0-9A-Za-z][0-9A-Za-z -]{0,9}$' and starts_with(postcode, ${find})`,
    }),
  reviewer: async (db, rest, find) => {
    const { rows } = await sql<OfferedValue>`
      select coalesce(users.id::text, 'nobody') as value, ${personName} as title, n as count
      from (select reviewer_id, count(*) as n from projects
        where ${selectableProjects.condition(rest)} group by 1) matching
      left join users on users.id = reviewer_id
      where users.id is null or fold(${personName}) like search_pattern(${find})
      order by users.id is not null, count desc, fold(${personName}) limit ${mostValues + 1}`.execute(db)
    return rows
  },
  funder: async (db, rest, find, scope) => {
    const { rows } = await sql<OfferedValue>`
      select companies.slug as value, companies.title, count(distinct project_id) as count
      from fundings join companies on companies.id = company_id
      where ${funded} and ${inScope(scope, sql`companies.id`)} and project_id in ${matching(rest, sql`id`)}
        and fold(companies.title) like search_pattern(${find})
      group by companies.id order by count desc, fold(companies.title) limit ${mostValues + 1}`.execute(db)
    return rows
  },
}

async function ofOrganizations(
  db: Db,
  rest: ProjectQuery,
  part: { value: RawBuilder<unknown>; title: RawBuilder<unknown>; condition: RawBuilder<unknown> },
): Promise<OfferedValue[]> {
  const { rows } = await sql<OfferedValue>`
    select coalesce(${part.title}, ${part.value}::text) as value, ${part.title} as title, sum(n)::bigint as count
    from (select organization_id, count(*) as n from projects
      where ${selectableProjects.condition(rest)} group by 1) matching
    join organizations on organizations.id = organization_id
    where ${part.condition}
    group by ${part.value} order by count desc, ${part.value} limit ${mostValues + 1}`.execute(db)
  return rows
}

/** Counts, among all matches, the projects that cannot take money, by reason. A project may have several reasons. */
export async function blockedProjects(db: Db, query: ProjectQuery) {
  const named = (conditions: Record<string, RawBuilder<boolean>>) =>
    sql.join(Object.entries(conditions).map(([name, found]) => sql`${found} as ${sql.ref(name)}`))
  const reasons = shownReasons.map((code) => sql<boolean>`${sql.ref(code)}`)
  const { rows } = await sql<{ count: number; blocked: number; counts: number[] }>`
    select count(*) as count, count(*) filter (where ${anyOf(reasons)}) as blocked,
      array[${sql.join(reasons.map((reason) => sql`count(*) filter (where ${reason})`))}]::bigint[] as counts
    from ${matching(query, sql`organization_id, ${named(reasonConditions.own)}`)} project
    join (select id, ${named(reasonConditions.organization)} from organizations) organization
      on organization.id = organization_id`.execute(db)
  const { count, blocked, counts } = rows[0]!
  return {
    count,
    blocked,
    reasons: shownReasons.flatMap((code: ShownReason, at) =>
      counts[at]! > 0 ? [{ code, count: counts[at]! }] : [],
    ),
  }
}

export async function projectFilterTitles(
  db: Db,
  filters: ProjectQuery['filters'],
  scope: CompanyScope,
): Promise<Record<string, Record<string, string>>> {
  const people = (filters.reviewer ?? []).filter((person) => person !== nobody && person !== me).map(Number)
  const slugs = filters.funder ?? []
  const companies =
    slugs.length === 0
      ? []
      : await db
          .selectFrom('companies')
          .select(['slug', 'title'])
          .where('slug', 'in', slugs)
          .where(inScope(scope, sql`companies.id`))
          .execute()
  return {
    internal_status: await internalStatusTitles(db, 'project', filters.internal_status),
    reviewer: Object.fromEntries((await namesOf(db, people)).map(({ id, name }) => [String(id), name])),
    funder: Object.fromEntries(companies.map(({ slug, title }) => [slug, title])),
  }
}

async function namesOf(db: Db, ids: number[]): Promise<{ id: number; name: string }[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number; name: string }>`
    select id, ${personName} as name from users where id = any(${ids}::bigint[])`.execute(db)
  return rows
}
