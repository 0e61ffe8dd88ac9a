import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { type ComputedOrderingKey, type StoredOrderings, storedOrderings } from '#shared/lists/list-record.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import { recordStatus, reviewOutcome } from '#shared/statuses.ts'
import type { DB } from '#server/db/schema.ts'
import { allOf, containsWords, type ListRequest } from '#server/lists/list-query.ts'
import { type ConditionsOf, isKept, keptBy, requestedConditions } from '#server/lists/conditions.ts'
import { notRemoved, statusConditions } from '#server/lists/removed-rows.ts'
import { pickedBy, type PickedRows, type SelectableList } from '#server/lists/selection.ts'
import type { LimitKey } from '#features/limits/rules.ts'
import { internalStatusIds } from '#features/internal-statuses/server/queries.ts'
import { organizationList } from '../table.ts'

export type OrganizationQuery = ListQuery<typeof organizationList>

/** `isExemptionExpired` of rules.ts in SQL, with the periods valid on that day; a test compares the two. */
export function exemptionExpired(today: Day): RawBuilder<boolean> {
  return exemptionExpiredOn(sql<Day>`(select ${today}::date)`)
}

/**
 * The same for a day given as an expression. Subselects compute the bounds once per statement, so that each row only compares
 * dates.
 */
export const exemptionExpiredOn = (day: RawBuilder<Day>) =>
  beyond(day, {
    notice: oldestValid('exemption_notice_months', day),
    art60a: oldestValid('exemption_art60a_months', day),
  })

/** The same for the business day, whose row stores both oldest valid dates; list rows use it with `joinToday`. */
export const exemptionExpiredToday = beyond(sql<Day>`today.day`, {
  notice: sql<Day>`today.oldest_notice`,
  art60a: sql<Day>`today.oldest_art60a`,
})
export const joinToday = sql`join business_day today on today.id = 1`

function beyond(
  day: RawBuilder<Day>,
  { notice, art60a }: Record<'notice' | 'art60a', RawBuilder<Day>>,
): RawBuilder<boolean> {
  const outside = (oldest: RawBuilder<Day>) => sql`exemption_date < ${oldest} or exemption_date > ${day}
    or coalesce(exemption_ends_on < ${day}, false)`
  return sql<boolean>`(case exemption_kind
    when 'public_body' then false
    when 'notice' then ${outside(notice)}
    when 'art60a' then ${outside(art60a)}
    else true
  end)`
}

/** The same with the day as a literal, for statements planned anew for each day. */
const expiredOn = (today: Day) => exemptionExpiredOn(sql<Day>`date ${sql.lit(today)}`)

const oldestValid = (limit: LimitKey, day: RawBuilder<Day>) =>
  sql<Day>`(select oldest_valid_proof(${limit}, ${day}))`

const { is, oneOf, among, flag, never } = keptBy<'organizations', 'organization_counts'>()

type Review = 'review_status' | 'content_review_status' | 'nonprofit_review_status' | 'voting_review_status'
const outcomes = (column: Review) => ({
  public: is(column, reviewOutcome.passed),
  accepted: oneOf(column, [reviewOutcome.passed, reviewOutcome.accepted]),
  rejected: is(column, reviewOutcome.rejected),
  2: is(column, reviewOutcome.passed),
  3: is(column, reviewOutcome.rejected),
  4: is(column, reviewOutcome.accepted),
})

/** Condition of every filter value. The proof depends on the day, so its counts are not kept. */
export function organizationConditions(
  today: Day,
): ConditionsOf<typeof organizationList, 'organization_counts'> {
  const expired = expiredOn(today)
  return {
    ...conditions,
    proof_status: { expired, valid: sql<boolean>`not ${expired}` },
  }
}

const conditions: Omit<ConditionsOf<typeof organizationList, 'organization_counts'>, 'proof_status'> = {
  status: {
    in_progress: is('status', recordStatus.inProgress),
    complete: is('status', recordStatus.complete),
    archived: is('status', recordStatus.archived),
    1: is('status', recordStatus.inProgress),
    2: is('status', recordStatus.complete),
    3: is('status', recordStatus.archived),
  },
  review_status: { needs_review: flag('needs_review'), ...outcomes('review_status') },
  // These two reviews have no flag.
  content_review_status: { needs_review: never, ...outcomes('content_review_status') },
  nonprofit_review_status: { needs_review: never, ...outcomes('nonprofit_review_status') },
  voting_review_status: { needs_review: flag('needs_voting_review'), ...outcomes('voting_review_status') },
  internal_status: (slugs) => among('internal_status_id', internalStatusIds('organization', slugs)),
}

const stored: Record<keyof StoredOrderings<typeof organizationList>, keyof DB['organizations']> =
  storedOrderings(organizationList)
const isStored = (key: string): key is keyof typeof stored => Object.hasOwn(stored, key)

/** Sort key of each computed ordering; proof: expired before valid, in the filter's order. */
const computed = (today: Day): Record<ComputedOrderingKey<typeof organizationList>, RawBuilder<unknown>> => ({
  proof_status: sql`not ${expiredOn(today)}`,
  internal_status: sql`(select fold(title) from internal_statuses where id = organizations.internal_status_id)`,
})

function conditionOf(query: OrganizationQuery, today: Day): RawBuilder<boolean> {
  const { filters } = query
  // Only the proof filter needs the day.
  const known = filters.proof_status ? organizationConditions(today) : conditions
  const words = containsWords(query.search)
  // Cheap filters first, then words, which cost more per row, then the status, which nearly every row meets.
  return allOf([
    ...requestedConditions(known, filters),
    ...(words ? [words] : []),
    ...statusConditions(query),
  ])
}

const keptCount = (condition: RawBuilder<boolean>) =>
  sql`select coalesce(sum(n), 0)::bigint from organization_counts where ${condition}`

/** Condition and order of a list query, with its kept count if there is one. */
export function organizationListRequest(query: OrganizationQuery, today: Day): ListRequest {
  const where = conditionOf(query, today)
  return {
    table: 'organizations',
    where,
    order: order(query, today),
    ...(isKept(organizationList, query) && { count: keptCount(where) }),
  }
}

/** The organization list for selections; the proof depends on the day. */
export const selectableOrganizations = (today: Day): SelectableList<OrganizationQuery> => ({
  table: 'organizations',
  key: { column: 'slug', type: 'text' },
  there: notRemoved,
  condition: (query) => conditionOf(query, today),
})

/** Ids of matching organizations in order; limit them before joining anything. */
export function organizationIds(
  query: OrganizationQuery,
  today: Day,
  picked: PickedRows = {},
): RawBuilder<unknown> {
  const { key } = selectableOrganizations(today)
  const condition = allOf([conditionOf(query, today), ...pickedBy(key, picked)])
  return sql`select id from organizations where ${condition} order by ${order(query, today)}`
}

/** `order by` of a query, always ending in the unique id so that pages never overlap. */
function order(query: OrganizationQuery, today: Day): RawBuilder<unknown> {
  const { key, descending } = query.ordering
  const expression = isStored(key) ? sql.ref(`organizations.${stored[key]}`) : computed(today)[key]
  const id = sql.ref('organizations.id')
  return descending ? sql`${expression} desc, ${id} desc` : sql`${expression}, ${id}`
}
