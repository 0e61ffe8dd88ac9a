import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import {
  dayRange,
  me,
  nobody,
  noDay,
  numberRange,
  type Range,
  type RelativeDay,
} from '#shared/lists/filter-shapes.ts'
import type { FiltersOf } from '#shared/lists/list-record.ts'
import { financing, recordStatus, reviewOutcome } from '#shared/statuses.ts'
import { taskStatus } from '#features/tasks/rules.ts'
import { allOf, anyOf } from '#server/lists/list-query.ts'
import { type ConditionsOf, joined } from '#server/lists/conditions.ts'
import { exemptionExpiredOn } from '#features/organizations/server/list.ts'
import type { relationFilters } from '../relation-filters.ts'
import type { projectList } from '../table.ts'

type Condition = RawBuilder<boolean>

/** The stored business day; relative days need no day from the caller. */
const today = sql<Day>`(select day from business_day where id = 1)`
const daysOn = (count: number) => sql<Day>`(select day + ${sql.lit(count)} from business_day where id = 1)`

// Inside the subquery, unqualified column names mean the organizations table.
const ofOrganization = (found: Condition) =>
  sql<boolean>`organization_id in (select id from organizations where ${found})`

const expired = exemptionExpiredOn(today)
const noProof = sql<boolean>`exemption_kind = 'none'`
const proofExpired = sql<boolean>`exemption_kind <> 'none' and ${expired}`
const hasPassed = sql<boolean>`review_status in (${sql.lit(reviewOutcome.passed)}, ${sql.lit(reviewOutcome.accepted)})`
const passed = sql<boolean>`coalesce(${hasPassed}, false)`

/** Each blocking reason, as a condition on the project's row or on its organization's. */
export const reasonConditions = {
  own: {
    not_reviewed: sql<boolean>`not ${passed}`,
    not_complete: sql<boolean>`status not in (${sql.lit(recordStatus.complete)}, ${sql.lit(recordStatus.archived)})`,
    banned: sql<boolean>`is_banned`,
    ended: sql<boolean>`is_ended`,
    fully_funded: sql<boolean>`coalesce(financing = ${sql.lit(financing.fullyFunded)}, false)`,
    archived: sql<boolean>`status = ${sql.lit(recordStatus.archived)}`,
  },
  organization: {
    proof_expired: proofExpired,
    no_proof: noProof,
    organization_not_reviewed: sql<boolean>`not ${passed}`,
    organization_not_complete: sql<boolean>`status <> ${sql.lit(recordStatus.complete)}`,
  },
}

/** Reasons are joined by "or"; those of the organization share one subquery. */
const blockedBy = joined({ ...reasonConditions.own, ...reasonConditions.organization }, (found) => found)
const isOwn = (code: string) => Object.hasOwn(reasonConditions.own, code)
const blocking = ((codes: readonly string[]) => {
  const [own, others] = [codes.filter(isOwn), codes.filter((code) => !isOwn(code))]
  return anyOf([
    ...(own.length > 0 ? [blockedBy(own)] : []),
    ...(others.length > 0 ? [ofOrganization(blockedBy(others))] : []),
  ])
}) as typeof blockedBy

/** Condition for an amount, stored or computed, to lie in one of several ranges. */
const within = (amount: RawBuilder<unknown>) => (ranges: readonly string[]) =>
  anyOf(ranges.map((text) => bounded(numberRange(text)!, amount)))

const bounded = ({ from, to }: Range<number>, amount: RawBuilder<unknown>) =>
  allOf([
    ...(from === undefined ? [] : [sql<boolean>`${amount} >= ${sql.lit(from)}`]),
    ...(to === undefined ? [] : [sql<boolean>`${amount} <= ${sql.lit(to)}`]),
  ])

/** Whole per cent of the goal, rounded down; a project without needs has none. */
export const percentReceived = sql<number>`case when target_cents > 0 then div(100 * funded_cents::numeric, target_cents) end`

const dayOf = (bound: RelativeDay) =>
  'day' in bound ? sql<Day>`date ${sql.lit(bound.day)}` : bound.offset === 0 ? today : daysOn(bound.offset)

const daysWithin = (column: RawBuilder<unknown>) => (ranges: readonly string[]) =>
  anyOf(
    ranges.map((text) => {
      if (text === noDay) return sql<boolean>`${column} is null`
      const { from, to } = dayRange(text)!
      return allOf([
        ...(from ? [sql<boolean>`${column} >= ${dayOf(from)}`] : []),
        ...(to ? [sql<boolean>`${column} <= ${dayOf(to)}`] : []),
      ])
    }),
  )

const startOf = (day: RawBuilder<Day>) => sql`(select (${day})::timestamp at time zone 'Europe/Berlin')`
const dayAfter = (bound: RelativeDay) =>
  'day' in bound ? sql<Day>`date ${sql.lit(bound.day)} + 1` : daysOn(bound.offset + 1)

/** Condition for a stored instant to lie in one of several ranges, by its Berlin day. */
const instantsWithin = (column: RawBuilder<unknown>) => (ranges: readonly string[]) =>
  anyOf(
    ranges.map((text) => {
      if (text === noDay) return sql<boolean>`${column} is null`
      const { from, to } = dayRange(text)!
      return allOf([
        ...(from ? [sql<boolean>`${column} >= ${startOf(dayOf(from))}`] : []),
        ...(to ? [sql<boolean>`${column} < ${startOf(dayAfter(to))}`] : []),
      ])
    }),
  )

const withTasks = (found: Condition) =>
  sql<boolean>`projects.id in (select project_id from reminders where status = ${sql.lit(taskStatus.open)} and project_id is not null and ${found})`

/** Gifts of companies that were received or are pending. */
export const funded = sql<boolean>`company_id is not null and state not in ('failed', 'expired', 'reversed')`

type Relations = keyof typeof relationFilters & keyof FiltersOf<typeof projectList>

/** Condition of every filter value over related rows, sums and days. */
export const relationConditions: Pick<ConditionsOf<typeof projectList, 'project_counts'>, Relations> = {
  proof_status: joined(
    {
      expired: proofExpired,
      none: noProof,
      valid: sql<boolean>`not ${expired}`,
      ends_within: (days: number) => sql<boolean>`not ${expired} and ${exemptionExpiredOn(daysOn(days))}`,
    },
    ofOrganization,
  ),
  organization_review: joined(
    {
      needs_review: sql<boolean>`needs_review`,
      accepted: hasPassed,
      rejected: sql<boolean>`review_status = ${sql.lit(reviewOutcome.rejected)}`,
      none: sql<boolean>`review_status is null`,
    },
    ofOrganization,
  ),
  town: (towns) =>
    ofOrganization(
      sql<boolean>`town in (${sql.join(towns.map((town) => sql`fold(btrim(${town}))`))}) and town <> ''`,
    ),
  postcode: (starts) =>
    ofOrganization(anyOf(starts.map((start) => sql<boolean>`postcode collate "C" like ${`${start}%`}`))),
  blocking,
  goal: within(sql`target_cents`),
  received: within(sql`funded_cents`),
  missing: within(sql`missing_cents`),
  percent: within(percentReceived),
  created: instantsWithin(sql`created_at`),
  ends: daysWithin(sql`ends_on`),
  waiting: instantsWithin(sql`waiting_since`),
  reviewer: (people) => {
    const ids = people.filter((person) => person !== nobody)
    if (ids.includes(me)) throw new TypeError('who asks is not known: see resolveQuery')
    return anyOf([
      ...(ids.length > 0
        ? [sql<boolean>`reviewer_id in (${sql.join(ids.map((id) => sql.lit(Number(id))))})`]
        : []),
      ...(people.includes(nobody) ? [sql<boolean>`reviewer_id is null`] : []),
    ])
  },
  open_tasks: {
    has: withTasks(sql`true`),
    none: sql<boolean>`not ${withTasks(sql`true`)}`,
    overdue: withTasks(sql`scheduled_for < ${today}`),
  },
  funder: (slugs) => sql<boolean>`projects.id in (
    select project_id from fundings
    where ${funded} and company_id in (select id from companies where slug in (${sql.join(slugs)})))`,
}
