import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { ListQuery } from '#shared/list.ts'
import type { Db } from '#server/db/db.ts'
import { allOf, anyOf, containsWords } from '#server/list.ts'
import { limitsOn } from '#features/limits/server/queries.ts'
import type { ExemptionPeriods } from '../rules.ts'
import type { organizationList } from '../table.ts'

export type OrganizationQuery = ListQuery<typeof organizationList>
type Filters = (typeof organizationList)['filters']
type Accepted = (typeof organizationList)['accepted']
type ValuesOf<F extends keyof Filters> =
  | (Filters[F] extends readonly (infer V extends string)[] ? V : never)
  | (F extends keyof Accepted ? Accepted[F][number] : never)

/** The day proofs are judged on, and how many months they count on that day. */
export type ProofDay = { today: Day; periods: ExemptionPeriods }

/** Reads the periods that count on a day. */
export async function proofDayOf(db: Db, today: Day): Promise<ProofDay> {
  const { exemption_notice_months, exemption_art60a_months } = await limitsOn(db, today)
  return { today, periods: { notice: exemption_notice_months, art60a: exemption_art60a_months } }
}

/** `isExemptionExpired` of rules.ts in SQL; a property test holds the two together. */
export function exemptionExpired({ today, periods }: ProofDay): RawBuilder<boolean> {
  const over = (months: number) =>
    sql`(exemption_date + make_interval(months => ${months}::int))::date < ${today}::date`
  return sql<boolean>`(case exemption_kind
    when 'public_body' then false
    when 'notice' then ${over(periods.notice)}
    when 'art60a' then ${over(periods.art60a)}
    else true
  end)`
}

const is = (column: string, choice: number) => sql<boolean>`${sql.ref(column)} = ${sql.lit(choice)}`
const accepted = (column: string) => sql<boolean>`${sql.ref(column)} in (2, 4)`
const flag = (column: string) => sql<boolean>`${sql.ref(column)}`

const byChoice = (column: string) => ({
  public: is(column, 2),
  accepted: accepted(column),
  rejected: is(column, 3),
  2: is(column, 2),
  3: is(column, 3),
})

/** Every filter value with its condition; one without SQL does not compile. */
function conditionsOn(day: ProofDay): {
  [F in Exclude<keyof Filters, 'internal_status'>]: Record<ValuesOf<F>, RawBuilder<boolean>>
} {
  const expired = exemptionExpired(day)
  return {
    status: {
      in_progress: is('status', 1),
      complete: is('status', 2),
      archived: is('status', 3),
      1: is('status', 1),
      2: is('status', 2),
      3: is('status', 3),
    },
    review_status: {
      needs_review: flag('needs_review'),
      ...byChoice('review_status'),
      4: is('review_status', 4),
    },
    content_review_status: byChoice('content_review_status'),
    nonprofit_review_status: byChoice('nonprofit_review_status'),
    proof_status: { expired, valid: sql<boolean>`not ${expired}` },
    voting_review_status: {
      needs_review: flag('needs_voting_review'),
      ...byChoice('voting_review_status'),
      4: is('voting_review_status', 4),
    },
  }
}

type OrderingKey = (typeof organizationList)['ordering'][number]

/** What each ordering key sorts by; proof: expired before valid, as the filter offers them. */
function orderingOn(day: ProofDay): Record<OrderingKey, RawBuilder<unknown>> {
  return {
    created_at: sql`organizations.created_at`,
    title: sql`organizations.title_sort`,
    status: sql`organizations.status`,
    review_status: sql`organizations.review_status`,
    content_review_status: sql`organizations.content_review_status`,
    nonprofit_review_status: sql`organizations.nonprofit_review_status`,
    proof_status: sql`not ${exemptionExpired(day)}`,
    voting_review_status: sql`organizations.voting_review_status`,
    internal_status: sql`(select fold(title) from internal_statuses where id = organizations.internal_status_id)`,
  }
}

function conditionOf(query: OrganizationQuery, day: ProofDay): RawBuilder<boolean> {
  const conditions = conditionsOn(day)
  const parts: RawBuilder<boolean>[] = []
  if (query.archived === true) parts.push(sql`status = 3`)
  if (query.archived === false || query.exclude_status === 'archived') parts.push(sql`status <> 3`)
  for (const [name, values] of Object.entries(query.filters)) {
    if (!values) continue
    if (name === 'internal_status') {
      parts.push(sql`internal_status_id = any(array(
        select id from internal_statuses where subject = 'organization' and slug = any(${values})))`)
    } else {
      const offered: Record<string, RawBuilder<boolean>> = conditions[name as keyof typeof conditions]
      parts.push(anyOf(values.map((value) => offered[value]!)))
    }
  }
  const search = containsWords(query.search)
  if (search) parts.push(search)
  return allOf(parts)
}

/** How many organizations match. */
export function organizationCount(query: OrganizationQuery, day: ProofDay): RawBuilder<unknown> {
  return sql`select count(*) from organizations where ${conditionOf(query, day)}`
}

/** The ids of matching organizations in order; to be limited before anything is joined. */
export function organizationIds(
  query: OrganizationQuery,
  day: ProofDay,
  slugs?: string[],
): RawBuilder<unknown> {
  const chosen = slugs ? [sql<boolean>`slug = any(${slugs})`] : []
  const condition = allOf([conditionOf(query, day), ...chosen])
  return sql`select id from organizations where ${condition} order by ${order(query, day)}`
}

/** `order by` of a query, always ending in the unique id so that pages never overlap. */
function order(query: OrganizationQuery, day: ProofDay): RawBuilder<unknown> {
  const expression = orderingOn(day)[query.ordering.key]
  const id = sql.ref('organizations.id')
  return query.ordering.descending ? sql`${expression} desc, ${id} desc` : sql`${expression}, ${id}`
}
