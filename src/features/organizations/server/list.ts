import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { ListQuery } from '#shared/list.ts'
import { allOf, anyOf, containsWords } from '#server/list.ts'
import { type Picked, pickedBy, type SelectableList } from '#server/selection.ts'
import type { LimitKey } from '#features/limits/rules.ts'
import { internalStatusIds } from '#features/internal-statuses/server/queries.ts'
import type { organizationList } from '../table.ts'

export type OrganizationQuery = ListQuery<typeof organizationList>
type Filters = (typeof organizationList)['filters']
type Accepted = (typeof organizationList)['accepted']
type ValuesOf<F extends keyof Filters> =
  | (Filters[F] extends readonly (infer V extends string)[] ? V : never)
  | (F extends keyof Accepted ? Accepted[F][number] : never)

/**
 * `isExemptionExpired` of rules.ts in SQL, with the periods in force on that day; a test holds the two together. The
 * oldest date that still counts is worked out once per statement, so that a row costs one comparison of dates.
 */
export function exemptionExpired(today: Day): RawBuilder<boolean> {
  return sql<boolean>`(case exemption_kind
    when 'public_body' then false
    when 'notice' then exemption_date < ${oldestValid('exemption_notice_months', today)} or exemption_date > ${today}::date
    when 'art60a' then exemption_date < ${oldestValid('exemption_art60a_months', today)} or exemption_date > ${today}::date
    else true
  end)`
}

const oldestValid = (limit: LimitKey, today: Day) =>
  sql<Day>`(select oldest_valid_proof(${limit}, ${today}::date))`

const is = (column: string, choice: number) => sql<boolean>`${sql.ref(column)} = ${sql.lit(choice)}`
const accepted = (column: string) => sql<boolean>`${sql.ref(column)} in (2, 4)`
const flag = (column: string) => sql<boolean>`${sql.ref(column)}`

const byChoice = (column: string) => ({
  public: is(column, 2),
  accepted: accepted(column),
  rejected: is(column, 3),
  2: is(column, 2),
  3: is(column, 3),
  4: is(column, 4),
})

/** No flag asks for this review. */
const neverFlagged = { needs_review: sql<boolean>`false` }

type Conditions<F extends keyof Filters> = { [Name in F]: Record<ValuesOf<Name>, RawBuilder<boolean>> }

/**
 * Every filter value with its condition; one without SQL does not compile. The columns have the same names in
 * `organizations` and in `organization_counts`.
 */
const conditions: Conditions<Exclude<keyof Filters, 'internal_status' | 'proof_status'>> = {
  status: {
    in_progress: is('status', 1),
    complete: is('status', 2),
    archived: is('status', 3),
    1: is('status', 1),
    2: is('status', 2),
    3: is('status', 3),
  },
  review_status: { needs_review: flag('needs_review'), ...byChoice('review_status') },
  content_review_status: { ...neverFlagged, ...byChoice('content_review_status') },
  nonprofit_review_status: { ...neverFlagged, ...byChoice('nonprofit_review_status') },
  voting_review_status: { needs_review: flag('needs_voting_review'), ...byChoice('voting_review_status') },
}

/** Those of the proof, which depend on the day. */
function proofConditions(today: Day): Conditions<'proof_status'>['proof_status'] {
  const expired = exemptionExpired(today)
  return { expired, valid: sql<boolean>`not ${expired}` }
}

/** What each ordering key sorts by; the proof depends on the day. */
const orderings: Record<
  Exclude<(typeof organizationList)['ordering'][number], 'proof_status'>,
  RawBuilder<unknown>
> = {
  created_at: sql`organizations.created_at`,
  title: sql`organizations.title_sort`,
  status: sql`organizations.status`,
  review_status: sql`organizations.review_status`,
  content_review_status: sql`organizations.content_review_status`,
  nonprofit_review_status: sql`organizations.nonprofit_review_status`,
  voting_review_status: sql`organizations.voting_review_status`,
  internal_status: sql`(select fold(title) from internal_statuses where id = organizations.internal_status_id)`,
}

function conditionOf(query: OrganizationQuery, today: Day): RawBuilder<boolean> {
  const parts: RawBuilder<boolean>[] = []
  if (query.archived === true) parts.push(sql`status = 3`)
  if (query.archived === false || query.exclude_status === 'archived') parts.push(sql`status <> 3`)
  for (const [name, values] of Object.entries(query.filters)) {
    if (!values) continue
    if (name === 'internal_status') {
      parts.push(sql`internal_status_id = any(array(${internalStatusIds('organization', values)}))`)
    } else {
      const offered: Record<string, RawBuilder<boolean>> = name === 'proof_status'
        ? proofConditions(today)
        : conditions[name as keyof typeof conditions]
      parts.push(anyOf(values.map((value) => offered[value]!)))
    }
  }
  const search = containsWords(query.search)
  if (search) parts.push(search)
  return allOf(parts)
}

/** How many organizations match; from the kept counts, unless words or the proof are asked for. */
export function organizationCount(query: OrganizationQuery, today: Day): RawBuilder<unknown> {
  const condition = conditionOf(query, today)
  return query.search === '' && !query.filters.proof_status
    ? sql`select coalesce(sum(n), 0)::bigint from organization_counts where ${condition}`
    : sql`select count(*) from organizations where ${condition}`
}

/** The organization list as something to select from; the proof depends on the day. */
export const selectableOrganizations = (today: Day): SelectableList<OrganizationQuery> => ({
  table: 'organizations',
  key: { column: 'slug', type: 'text' },
  condition: (query) => conditionOf(query, today),
})

/** The ids of matching organizations in order; to be limited before anything is joined. */
export function organizationIds(
  query: OrganizationQuery,
  today: Day,
  picked: Picked = {},
): RawBuilder<unknown> {
  const { key } = selectableOrganizations(today)
  const condition = allOf([conditionOf(query, today), ...pickedBy(key, picked)])
  return sql`select id from organizations where ${condition} order by ${order(query, today)}`
}

/** `order by` of a query (proof: expired before valid, as the filter offers them), always ending in the unique id so that pages never overlap. */
function order(query: OrganizationQuery, today: Day): RawBuilder<unknown> {
  const { key } = query.ordering
  const expression = key === 'proof_status' ? sql`not ${exemptionExpired(today)}` : orderings[key]
  const id = sql.ref('organizations.id')
  return query.ordering.descending ? sql`${expression} desc, ${id} desc` : sql`${expression}, ${id}`
}
