import { type RawBuilder, sql } from 'kysely'
import type { ListQuery } from '#shared/list.ts'
import type { Db } from '#server/db/db.ts'
import { allOf, anyOf, containsWords } from '#server/list.ts'
import { type Picked, pickedBy, type SelectableList } from '#server/selection.ts'
import { internalStatusIds } from '#features/internal-statuses/server/queries.ts'
import type { projectList } from '../table.ts'

export type ProjectQuery = ListQuery<typeof projectList>
type Filters = (typeof projectList)['filters']
type Accepted = (typeof projectList)['accepted']
type ValuesOf<F extends keyof Filters> =
  | (Filters[F] extends readonly (infer V extends string)[] ? V : never)
  | (F extends keyof Accepted ? Accepted[F][number] : never)

const public_ = (column: string) => sql<boolean>`${sql.ref(column)} = 2`
const accepted = (column: string) => sql<boolean>`${sql.ref(column)} in (2, 4)`
const is = (column: string, choice: number) => sql<boolean>`${sql.ref(column)} = ${sql.lit(choice)}`
const flag = (column: string) => sql<boolean>`${sql.ref(column)}`

/**
 * Every filter value with its condition; one without SQL does not compile. The columns have the same names in
 * `projects` and in `project_counts`, so list, count and export share them.
 */
const conditions: {
  [F in Exclude<keyof Filters, 'internal_status'>]: Record<ValuesOf<F>, RawBuilder<boolean>>
} = {
  status: {
    in_progress: is('status', 1),
    complete: is('status', 2),
    archived: is('status', 3),
    1: is('status', 1),
    2: is('status', 2),
    3: is('status', 3),
  },
  review_status: {
    needs_review: flag('needs_donation_review'),
    public: public_('review_status'),
    accepted: accepted('review_status'),
    rejected: is('review_status', 3),
    2: is('review_status', 2),
    3: is('review_status', 3),
    4: is('review_status', 4),
  },
  content_review_status: {
    // No flag asks for this review.
    needs_review: sql<boolean>`false`,
    public: public_('content_review_status'),
    accepted: accepted('content_review_status'),
    rejected: is('content_review_status', 3),
    2: is('content_review_status', 2),
    3: is('content_review_status', 3),
    4: is('content_review_status', 4),
  },
  voting_review_status: {
    needs_review: flag('needs_voting_review'),
    public: public_('voting_review_status'),
    accepted: accepted('voting_review_status'),
    rejected: is('voting_review_status', 3),
    2: is('voting_review_status', 2),
    3: is('voting_review_status', 3),
    4: is('voting_review_status', 4),
  },
  financing_status: {
    fully_funded: is('financing', 1),
    expired: is('financing', 2),
    in_financing: is('financing', 3),
    banned: flag('is_banned'),
  },
  funding_type: {
    donation: is('funding_key', 1),
    sponsoring: is('funding_key', 2),
    foundation: is('funding_key', 3),
    profit_savings: is('funding_key', 4),
    individual_bank_account: is('funding_key', 5),
    1: is('funding_key', 1),
    2: is('funding_key', 2),
    3: is('funding_key', 3),
    4: is('funding_key', 4),
  },
  needs_review: { review: flag('needs_donation_review'), voting_review: flag('needs_voting_review') },
}

/** The column behind each ordering key; each has an index that ends in the id. */
const orderings: Record<(typeof projectList)['ordering'][number], string> = {
  created_at: 'created_at',
  title: 'title_sort',
  organization: 'organization_sort',
  status: 'status',
  review_status: 'review_status',
  content_review_status: 'content_review_status',
  voting_review_status: 'voting_review_status',
  financing_status: 'financing',
  funding_type: 'funding_key',
  internal_status: 'internal_status_sort',
}

/** The filters' condition, without search: valid on `projects` and on `project_counts`. */
function filterCondition(query: ProjectQuery): RawBuilder<boolean> {
  const parts: RawBuilder<boolean>[] = []
  if (query.archived === true) parts.push(sql`status = 3`)
  if (query.archived === false || query.exclude_status === 'archived') parts.push(sql`status <> 3`)
  for (const [name, values] of Object.entries(query.filters)) {
    if (!values) continue
    if (name === 'internal_status') {
      parts.push(sql`internal_status_id = any(array(${internalStatusIds('project', values)}))`)
    } else {
      const offered: Record<string, RawBuilder<boolean>> = conditions[name as keyof typeof conditions]
      parts.push(anyOf(values.map((value) => offered[value]!)))
    }
  }
  return allOf(parts)
}

/** How many projects match. Without a search word the answer comes from the kept counts, not from the projects. */
export function projectCount(query: ProjectQuery): RawBuilder<unknown> {
  const condition = filterCondition(query)
  const search = containsWords(query.search)
  return search
    ? sql`select count(*) from projects where ${condition} and ${search}`
    : sql`select coalesce(sum(n), 0)::bigint from project_counts where ${condition}`
}

/** How many projects match, and what they still need in cents. */
export type ProjectSum = { count: number; missing_cents: number }

/** The same count for several queries without a search word at once, with what the projects still need. */
export async function sumProjects<Name extends string>(
  db: Db,
  queries: Record<Name, ProjectQuery>,
): Promise<Record<Name, ProjectSum>> {
  const names = Object.keys(queries) as Name[]
  const sums = names.map((name) => {
    const condition = filterCondition(queries[name])
    return sql`array[
      coalesce(sum(n) filter (where ${condition}), 0),
      coalesce(sum(missing_cents) filter (where ${condition}), 0)]::bigint[] as ${sql.ref(name)}`
  })
  const { rows } = await sql<Record<Name, [number, number]>>`
    select ${sql.join(sums)} from project_counts`.execute(db)
  return Object.fromEntries(
    names.map((name) => {
      const [count, missing_cents] = rows[0]![name]
      return [name, { count, missing_cents }]
    }),
  ) as Record<Name, ProjectSum>
}

/** The project list as something to select from. */
export const selectableProjects: SelectableList<ProjectQuery> = {
  table: 'projects',
  key: { column: 'slug', type: 'text' },
  condition: (query) => {
    const search = containsWords(query.search)
    return allOf([filterCondition(query), ...(search ? [search] : [])])
  },
}

/** The ids of matching projects in order; to be limited before anything is joined. */
export function projectIds(query: ProjectQuery, picked: Picked = {}): RawBuilder<unknown> {
  const { key, condition } = selectableProjects
  return sql`select id from projects where ${allOf([condition(query), ...pickedBy(key, picked)])} order by ${order(query)}`
}

/** `order by` of a query, always ending in the unique id so that pages never overlap. */
function order(query: ProjectQuery): RawBuilder<unknown> {
  const column = sql.ref(`projects.${orderings[query.ordering.key]}`)
  const id = sql.ref('projects.id')
  return query.ordering.descending ? sql`${column} desc, ${id} desc` : sql`${column}, ${id}`
}
