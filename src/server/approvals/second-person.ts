import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type GuardedAct, needsSecondPerson, proposableActs } from '#shared/approvals.ts'
import type { Route } from '#shared/route.ts'
import { Instant } from '#shared/shapes.ts'
import { visibleTo } from './visibility.ts'
import type { Assessment } from '../routes/assessment.ts'
import { audit, auditOf } from '../audit/audit.ts'
import type { Db } from '../db/db.ts'
import { conflict } from '../base/errors.ts'
import type { Stored } from '../routes/idempotency.ts'
import { advisoryLocks } from '../db/locks.ts'
import type { Assess, Context, Implemented } from '../routes/implement.ts'

/** The answer (202) of a call that waits for a second person. */
export const WaitsForApproval = z
  .object({
    approval: z.object({
      id: z.int(),
      act: z.enum(proposableActs),
      amount_cents: z.int(),
      title: z.string(),
      expires_at: Instant,
    }),
  })
  .meta({ id: 'WaitsForApproval' })

/** A waiting call: its validated parts, which are validated again before it runs. */
export type WaitingCall = { params: unknown; body: unknown; if_match: string | null }

/**
 * The only place that requires a second person (docs/decisions/0035). Below the rule's sum the call runs, and its
 * amount counts towards the person's total for that kind on the same day. From that sum on, the call runs to its end
 * and is rolled back, so that a refusal shows now; a call that would succeed becomes a proposal.
 */
export async function withSecondPerson(
  context: Context<Route>,
  { route, assess }: Implemented,
  run: () => Promise<Stored>,
): Promise<Stored> {
  const act = route.approval!
  const { db: tx, today } = context
  const user = context.user!
  const rule = await tx
    .selectFrom('approval_rules')
    .select(['enabled', 'from_cents'])
    .where('act', '=', act)
    .executeTakeFirstOrThrow()
  const isAlways = route.secondPerson === 'always'
  if (!rule.enabled && !isAlways) return run()
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${user.id}:${act}`},
    ${advisoryLocks.actsOfPerson}))`.execute(tx)
  const assessed = await (assess as Assess<Route>)(context)
  if (!assessed) return run()
  const { amount_cents, together = '' } = assessed
  const person = { act, user_id: user.id, business_day: today, together }
  const today_cents = await doneToday(tx, person)
  if (!isAlways && !needsSecondPerson(rule, { amount_cents, today_cents })) {
    const answer = await run()
    await tx
      .insertInto('approval_direct_acts')
      .values({ ...person, amount_cents })
      .execute()
    return answer
  }
  await refuseWaiting(context, act, assessed.targets)
  await dryRun(tx, run)
  const approval = await propose(context, route, assessed)
  return { status: 202, response: WaitsForApproval.parse({ approval }) }
}

/** Sum of one person's acts of a kind on a day without a second person, in cents. */
export async function doneToday(
  db: Db,
  person: { act: GuardedAct; user_id: number; business_day: string; together: string },
): Promise<number> {
  const { act, user_id, business_day, together } = person
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from approval_direct_acts
    where user_id = ${user_id}::bigint and act = ${act} and business_day = ${business_day}::date
      and together = ${together}`.execute(db)
  return rows[0]!.cents
}

/** Dry run: runs a call to its end and rolls it back; refusals pass through. */
export async function dryRun(tx: Db, run: () => Promise<unknown>): Promise<void> {
  await sql`savepoint try_out`.execute(tx)
  await run()
  await sql`rollback to savepoint try_out`.execute(tx)
  await sql`release savepoint try_out`.execute(tx)
}

/** 409 `approval_waiting` when the same act already waits; it names the proposals that the caller may see. */
async function refuseWaiting(
  { db: tx, now, user }: Context<Route>,
  act: GuardedAct,
  targets: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ id: number; title: string; seen: boolean }>`
    select id, about_title as title, coalesce(${visibleTo(user!)}, false) as seen from approvals
    where state = 'waiting' and expires_at > ${now} and act = ${act} and targets && ${targets}::text[]
    order by id limit 10`.execute(tx)
  if (rows.length > 0)
    throw conflict('approval_waiting', {
      blocking: rows
        .filter(({ seen }) => seen)
        .map(({ id, title }) => ({ slug: String(id), title, code: 'approval_waiting' })),
    })
}

/** The rights that let a person make a call (any one of them), and so approve it. */
export const rightsOf = ({ access, orAccess }: Route): string[] => [access, ...(orAccess ? [orAccess] : [])]

async function propose(context: Context<Route>, route: Route, assessed: Assessment) {
  const { db: tx, user, params, body, headers, now, auditContext } = context
  const act = route.approval!
  const { amount_cents, about, targets, effects, company_id = null } = assessed
  const call: WaitingCall = {
    params: params ?? null,
    body: assessed.body ?? body ?? null,
    if_match: typeof headers['if-match'] === 'string' ? headers['if-match'] : null,
  }
  const { days } = await tx.selectFrom('approval_terms').select('days').executeTakeFirstOrThrow()
  const expires_at = new Date(now.getTime() + days * 86_400_000)
  const { id } = await tx
    .insertInto('approvals')
    .values({
      act,
      route: `${route.method} ${route.path}`,
      call: JSON.stringify(call),
      permissions: rightsOf(route),
      amount_cents,
      targets: [...targets],
      about_type: about.type,
      about_slug: about.slug,
      about_title: about.title,
      effects: JSON.stringify(effects),
      company_id,
      proposed_by: user!.id,
      proposed_at: now,
      expires_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit(tx, auditContext, {
    action: 'propose',
    ...auditOf('approval', { id, title: about.title }),
    after: { act, about: about.type, amount_cents, expires_at: expires_at.toISOString() },
  })
  return { id, act, amount_cents, title: about.title, expires_at }
}

/**
 * Acts on a record that wait for a second person, within a list's own statement; expired ones are closed within a
 * minute.
 */
export const waitingActs = (targets: RawBuilder<unknown>) => sql`array(
  select distinct act from approvals where state = 'waiting' and targets && ${targets} order by act)`
