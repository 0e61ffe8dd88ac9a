import { type RawBuilder, sql } from 'kysely'
import { me } from '#shared/lists/filter-shapes.ts'
import { storedOrderings } from '#shared/lists/list-record.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import { fundingType } from '#shared/funding-type.ts'
import { financing, recordStatus, reviewOutcome } from '#shared/statuses.ts'
import { type CompanyScope, inScope, scopeOf } from '#server/auth/company-scope.ts'
import type { Db } from '#server/db/db.ts'
import type { DB } from '#server/db/schema.ts'
import { allOf, containsWords, type ListRequest } from '#server/lists/list-query.ts'
import {
  type ConditionsOf,
  countsFor,
  isKept,
  keptBy,
  requestedConditions,
  type SmallerCounts,
} from '#server/lists/conditions.ts'
import { notRemoved, statusConditions } from '#server/lists/removed-rows.ts'
import { pickedBy, type PickedRows, type SelectableList } from '#server/lists/selection.ts'
import type { User } from '#server/auth/session.ts'
import { fieldKeyOf } from '#features/additional-fields/names.ts'
import {
  answerConditions,
  type FieldRefs,
  keptAnswerCount,
  requestedFields,
} from '#features/additional-fields/server/conditions.ts'
import { internalStatusIds } from '#features/internal-statuses/server/queries.ts'
import { individualAccount, moneyState } from '../rules.ts'
import { projectList } from '../table.ts'
import { relationConditions } from './relation-conditions.ts'

export type ProjectQuery = ListQuery<typeof projectList> & {
  /** The additional fields that the query filters by, loaded by `resolveQuery`. */
  fields?: FieldRefs
}

const { is, oneOf, among, flag, never } = keptBy<'projects', 'project_counts'>()

type Review = 'review_status' | 'content_review_status' | 'voting_review_status'
const outcomes = (column: Review) => ({
  public: is(column, reviewOutcome.passed),
  accepted: oneOf(column, [reviewOutcome.passed, reviewOutcome.accepted]),
  rejected: is(column, reviewOutcome.rejected),
  2: is(column, reviewOutcome.passed),
  3: is(column, reviewOutcome.rejected),
  4: is(column, reviewOutcome.accepted),
})

/** Every filter value with its condition; list, count and export share them. */
export const projectConditions: ConditionsOf<typeof projectList, 'project_counts'> = {
  status: {
    in_progress: is('status', recordStatus.inProgress),
    complete: is('status', recordStatus.complete),
    archived: is('status', recordStatus.archived),
    1: is('status', recordStatus.inProgress),
    2: is('status', recordStatus.complete),
    3: is('status', recordStatus.archived),
  },
  review_status: { needs_review: flag('needs_donation_review'), ...outcomes('review_status') },
  // No flag requests this review.
  content_review_status: { needs_review: never, ...outcomes('content_review_status') },
  voting_review_status: { needs_review: flag('needs_voting_review'), ...outcomes('voting_review_status') },
  financing_status: {
    fully_funded: is('financing', financing.fullyFunded),
    expired: is('financing', financing.expired),
    in_financing: is('financing', financing.inFinancing),
    banned: flag('is_banned'),
  },
  money: {
    nothing: is('money', moneyState.nothing),
    partly: is('money', moneyState.partly),
    goal_reached: is('money', moneyState.goalReached),
    over_goal: is('money', moneyState.overGoal),
    unpaid: flag('is_unpaid'),
  },
  funding_type: {
    donation: is('funding_key', fundingType.donation),
    sponsoring: is('funding_key', fundingType.sponsoring),
    foundation: is('funding_key', fundingType.foundation),
    profit_savings: is('funding_key', fundingType.profitSavings),
    individual_bank_account: is('funding_key', individualAccount),
    1: is('funding_key', fundingType.donation),
    2: is('funding_key', fundingType.sponsoring),
    3: is('funding_key', fundingType.foundation),
    4: is('funding_key', fundingType.profitSavings),
  },
  internal_status: (slugs) => among('internal_status_id', internalStatusIds('project', slugs)),
  needs_review: { review: flag('needs_donation_review'), voting_review: flag('needs_voting_review') },
  ...relationConditions,
}

/** The column behind each ordering key; each has an index that ends in the id. */
const orderings: Record<ProjectQuery['ordering']['key'], keyof DB['projects']> = storedOrderings(projectList)

/**
 * Resolves a query for a person: "me" becomes their id, funders they may not see are removed, and the additional fields
 * are looked up. A stored query (an export, a run) keeps its meaning. 400 for a filter that is no field.
 */
export async function resolveQuery<Q extends Pick<ProjectQuery, 'filters'>>(
  db: Db,
  query: Q,
  user: Pick<User, 'id' | 'user_type' | 'company_id'>,
): Promise<Q & { fields: FieldRefs }> {
  const reviewer = query.filters.reviewer?.map((person) => (person === me ? String(user.id) : person))
  const funder = query.filters.funder && (await fundersInScope(db, query.filters.funder, scopeOf(user)))
  const fields = await requestedFields(db, query.filters)
  return {
    ...query,
    fields,
    filters: { ...query.filters, ...(reviewer && { reviewer }), ...(funder && { funder }) },
  }
}

// The empty slug matches no company, so the filter finds nothing.
async function fundersInScope(db: Db, slugs: string[], scope: CompanyScope): Promise<string[]> {
  if (scope.company_id === 'every') return slugs
  const found = await db
    .selectFrom('companies')
    .select('slug')
    .where('slug', 'in', slugs)
    .where(inScope(scope, sql`companies.id`))
    .execute()
  return found.length > 0 ? found.map(({ slug }) => slug) : ['']
}

/**
 * Condition for a project to be found; without search words it applies to `project_counts` too. Filters come before the
 * words, which cost more per row; conditions that nearly every row meets come last.
 */
function conditionOf(query: ProjectQuery): RawBuilder<boolean> {
  const declared = Object.fromEntries(
    Object.entries(query.filters).filter(([name]) => fieldKeyOf(name) === undefined),
  )
  const words = containsWords(query.search)
  return allOf([
    ...requestedConditions(projectConditions, declared),
    ...answerConditions(query.filters, query.fields ?? {}),
    ...(words ? [words] : []),
    ...statusConditions(query),
  ])
}

const usual = [
  'status',
  'review_status',
  'financing_status',
  'needs_review',
  'funding_type',
  'internal_status',
]
/** The smaller sum of `project_counts`, with the filters it answers. */
const usualCounts: SmallerCounts = ['project_usual_counts', usual]
const projectCounts = (...queries: ProjectQuery[]) => countsFor(queries, 'project_counts', usualCounts)

/** Number of matching projects. Without search words it comes from the kept counts, not from the projects. */
export function projectCount(query: ProjectQuery): RawBuilder<unknown> {
  const condition = conditionOf(query)
  return keptCount(query, condition) ?? sql`select count(*) from projects where ${condition}`
}

/** The kept count; undefined if the projects themselves must be counted. */
function keptCount(query: ProjectQuery, filtered: RawBuilder<boolean>): RawBuilder<unknown> | undefined {
  if (query.search !== '') return undefined
  if (isKept(projectList, query))
    return sql`select coalesce(sum(n), 0)::bigint from ${projectCounts(query)} where ${filtered}`
  const unfiltered = { ...query, filters: {} as ProjectQuery['filters'] }
  return keptAnswerCount(query, query.fields ?? {}, {
    status: conditionOf(unfiltered),
    total: () => projectCount(unfiltered),
  })
}

export type ProjectSum = { count: number; missing_cents: number }

/** Counts for several queries without a search word at once, with the amount the projects still need. */
export async function sumProjects<Name extends string>(
  db: Db,
  queries: Record<Name, ProjectQuery>,
): Promise<Record<Name, ProjectSum>> {
  const names = Object.keys(queries) as Name[]
  const sums = names.map((name) => {
    const condition = conditionOf(queries[name])
    return sql`array[
      coalesce(sum(n) filter (where ${condition}), 0),
      coalesce(sum(missing_cents) filter (where ${condition}), 0)]::bigint[] as ${sql.ref(name)}`
  })
  const { rows } = await sql<Record<Name, [number, number]>>`
    select ${sql.join(sums)} from ${projectCounts(...Object.values<ProjectQuery>(queries))}`.execute(db)
  return Object.fromEntries(
    names.map((name) => {
      const [count, missing_cents] = rows[0]![name]
      return [name, { count, missing_cents }]
    }),
  ) as Record<Name, ProjectSum>
}

export const selectableProjects: SelectableList<ProjectQuery> = {
  table: 'projects',
  key: { column: 'slug', type: 'text' },
  there: notRemoved,
  condition: conditionOf,
}

/** The matching projects, their order and, where the kept counts have it, their number. */
export function projectListRequest(query: ProjectQuery): ListRequest {
  const where = conditionOf(query)
  const found = { table: 'projects', where, order: order(query) }
  const count = keptCount(query, where)
  return count ? { ...found, count } : found
}

/** The ids of matching projects in order; limit them before joining anything. */
export function projectIds(query: ProjectQuery, picked: PickedRows = {}): RawBuilder<unknown> {
  const { key, condition } = selectableProjects
  return sql`select id from projects where ${allOf([condition(query), ...pickedBy(key, picked)])} order by ${order(query)}`
}

/** `order by` of a query, always ending in the unique id so that pages never overlap. */
function order(query: ProjectQuery): RawBuilder<unknown> {
  const column = sql.ref(`projects.${orderings[query.ordering.key]}`)
  const id = sql.ref('projects.id')
  return query.ordering.descending ? sql`${column} desc, ${id} desc` : sql`${column}, ${id}`
}
