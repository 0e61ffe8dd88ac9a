import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { ApprovalState, GuardedAct } from '#shared/approvals.ts'
import type { Locale } from '#shared/messages.ts'
import { formatEuro } from '#shared/money.ts'
import type { WaitingCall } from '#server/approvals/second-person.ts'
import { decidable, mayDecide, own, visibleTo } from '#server/approvals/visibility.ts'
import type { Effect } from '#server/routes/assessment.ts'
import type { Db } from '#server/db/db.ts'
import { notFound } from '#server/base/errors.ts'
import { allOf, anyOf, paging } from '#server/lists/list-query.ts'
import { fullNameWithUsername, type User } from '#server/auth/session.ts'
import { text, textOf } from '#server/base/texts.ts'
import type { Approval, approvals } from '../contract.ts'

export type StoredApproval = {
  id: number
  act: GuardedAct
  route: string
  call: WaitingCall
  permissions: string[]
  amount_cents: number
  about_type: string
  about_slug: string
  about_title: string
  effects: Effect[]
  company_id: number | null
  proposed_by: number
  proposed_at: Date
  expires_at: Date
  state: ApprovalState
  decided_by: number | null
  decided_at: Date | null
  reason: string
}
type Named = StoredApproval & {
  proposer: { first_name: string; last_name: string; username: string }
  decider: { first_name: string; last_name: string; username: string } | null
}
type Reader = { user: User; now: Date; locale: Locale }

const personOf = (column: string) => sql`
  (select json_build_object('first_name', first_name, 'last_name', last_name, 'username', username)
    from users where users.id = ${sql.ref(column)})`

const rowsWith = (condition: RawBuilder<boolean>, slice: RawBuilder<unknown>) => sql<Named>`
  select approvals.*, ${personOf('approvals.proposed_by')} as proposer,
    ${personOf('approvals.decided_by')} as decider
  from approvals where ${condition} ${slice}`

const waiting = (now: Date) => sql<boolean>`state = 'waiting' and expires_at > ${now}`

function conditionsOf(query: z.output<typeof approvals.list.query>, { user, now }: Reader) {
  const { whose, state, act, about_type, about_slug } = query
  return allOf([
    whose === 'mine' ? own(user) : visibleTo(user),
    ...(whose === 'to_decide' ? [toDecide(user, now)] : []),
    ...(state ? [inState(state, now)] : []),
    ...(act ? [sql<boolean>`act = ${act}`] : []),
    ...(about_type ? [sql<boolean>`about_type = ${about_type}`] : []),
    ...(about_slug ? [sql<boolean>`about_slug = ${about_slug}`] : []),
  ])
}

// A proposal counts as expired from its expiry on, even before the worker closes it.
function inState(state: ApprovalState, now: Date): RawBuilder<boolean> {
  if (state === 'waiting') return waiting(now)
  if (state !== 'expired') return sql<boolean>`state = ${state}`
  return anyOf([sql<boolean>`state = 'expired'`, sql<boolean>`state = 'waiting' and expires_at <= ${now}`])
}

const toDecide = (user: User, now: Date) =>
  allOf([waiting(now), decidable(user), sql<boolean>`proposed_by <> ${user.id}::bigint`])

/** One page of the proposals that a person may see, newest first. */
export async function listApprovals(db: Db, query: z.output<typeof approvals.list.query>, asking: Reader) {
  const where = conditionsOf(query, asking)
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::integer as n from approvals where ${where}`.execute(db)
  const { rows } = await rowsWith(
    where,
    sql`order by id desc limit ${query.page_size} offset ${(query.page - 1) * query.page_size}`,
  ).execute(db)
  return { ...paging(counted[0]!.n, query), results: rows.map((row) => present(row, asking)) }
}

/** Proposals that a person can decide: `count`, the next expiry (`at`), and their sum in `cents`. */
export const waitingForDecision = (user: User, now: Date): RawBuilder<unknown> => sql`
  select count(*) as count, min(expires_at) as at, sum(amount_cents) as cents
  from approvals where ${toDecide(user, now)}`

/** Number of proposals that a person can decide, and of their own waiting ones. */
export async function summaryOf(db: Db, user: User, now: Date) {
  const { rows } = await sql<{ to_decide: number; mine: number }>`
    select (count(*) filter (where ${toDecide(user, now)}))::integer as to_decide,
      (count(*) filter (where ${own(user)}))::integer as mine
    from approvals where ${waiting(now)}`.execute(db)
  return rows[0]!
}

/** One proposal; 404 for a person who may not see it. */
export async function getApproval(db: Db, id: number, asking: Reader): Promise<Approval> {
  const { rows } = await rowsWith(
    allOf([sql<boolean>`id = ${id}::bigint`, visibleTo(asking.user)]),
    sql``,
  ).execute(db)
  if (!rows[0]) throw notFound()
  return present(rows[0], asking)
}

/** One proposal, locked until the transaction ends; 404 for a person who may not see it. */
export async function lockApproval(tx: Db, id: number, user: User): Promise<StoredApproval> {
  const wanted = allOf([sql<boolean>`id = ${id}::bigint`, visibleTo(user)])
  const { rows } = await sql<StoredApproval>`
    select * from approvals where ${wanted} for no key update`.execute(tx)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** Sentences that describe a proposal's effects. */
export function sentencesOf(effects: readonly Effect[], locale: Locale): string[] {
  return effects.map(({ key, values }) =>
    textOf(
      locale,
      key,
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          typeof value === 'object' ? formatEuro(value.cents, locale) : value,
        ]),
      ),
    ),
  )
}

function present(row: Named, { user, now, locale }: Reader): Approval {
  const state = row.state === 'waiting' && row.expires_at <= now ? 'expired' : row.state
  const right = mayDecide(user, row)
  const is_mine = row.proposed_by === user.id
  return {
    id: row.id,
    act: row.act,
    act_display: text(locale, `approvals.acts.${row.act}`),
    state,
    state_display: text(locale, `approvals.states.${state}`),
    amount_cents: row.amount_cents,
    about: { type: row.about_type, slug: row.about_slug, title: row.about_title },
    effects: right ? sentencesOf(row.effects, locale) : [],
    proposed_by: fullNameWithUsername(row.proposer),
    proposed_at: row.proposed_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    decided_by: row.decider && fullNameWithUsername(row.decider),
    decided_at: row.decided_at && row.decided_at.toISOString(),
    reason: row.reason,
    is_mine,
    may_decide: state === 'waiting' && right && !is_mine,
  }
}
