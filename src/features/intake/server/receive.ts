import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { audit, type AuditContext, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, HttpError, InvalidInput } from '#server/base/errors.ts'
import { isDatabaseAway, isDatabaseBusy } from '#server/db/connection-errors.ts'
import { isCleanText, parsePart } from '#server/routes/validation.ts'
import { advisoryLocks } from '#server/db/locks.ts'
import { text } from '#server/base/texts.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { raiseTask } from '#features/private-donations/server/raise-task.ts'
import { endRaisedTask } from '#features/tasks/server/raise.ts'
import { Identified, IntakeEvent, refOf } from '../events.ts'
import { type DeliveryProblem, deliveryProblems } from '../problems.ts'
import { applyEvent, type DeliveryToBook, NeedsPerson } from './apply.ts'

type BookingContext = { today: Day; auditContext: AuditContext }
export type Provider = { id: number; code: string; title: string; books_payouts: boolean }

/**
 * Stores a validly signed delivery in its own transaction before processing it, so that nothing acknowledged is lost. Undefined
 * without an id; 409 if the same id came with another body before.
 */
export async function storeDelivery(
  db: Db,
  when: BookingContext,
  provider: Provider,
  body: { payload: string; json: unknown },
): Promise<{ event_id: string; ref: string } | undefined> {
  const named = Identified.safeParse(body.json)
  if (!named.success || !isCleanText(named.data.id)) return undefined
  const event = eventOf(body.json)
  const read = event
    ? { type: event.type, ref: refOf(event), state: 'waiting', problem: 'new' }
    : { type: 'unknown', ref: named.data.id, state: 'needs_person', problem: 'unreadable' }
  const event_id = named.data.id
  const { auditContext } = when
  return inTransaction(db, async (tx) => {
    const made = await tx
      .insertInto('intake_deliveries')
      .values({
        ...read,
        provider_id: provider.id,
        event_id,
        payload: body.payload,
        received_at: auditContext.now,
      })
      .onConflict((on) => on.constraint('intake_deliveries_once').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) {
      const { payload, ref } = await tx
        .selectFrom('intake_deliveries')
        .select(['payload', 'ref'])
        .where('provider_id', '=', provider.id)
        .where('event_id', '=', event_id)
        .executeTakeFirstOrThrow()
      if (payload !== body.payload) throw conflict('delivery_changed')
      return { event_id, ref }
    }
    await audit(tx, auditContext, {
      action: 'receive',
      ...auditOf('intake_delivery', { id: made.id, title: `${provider.title} ${event_id}`.slice(0, 200) }),
      after: { type: read.type, ref: read.ref },
    })
    if (read.state === 'needs_person') await raiseDeliveryTask(tx, when, made.id)
    return { event_id, ref: read.ref }
  })
}

/** Runs one attempt in its own transaction or savepoint; a failed attempt changes nothing. */
export type Attempt = <T>(work: (tx: Db) => Promise<T>) => Promise<T>

/** Attempts within a transaction that continues after a failed one. */
export const attemptWithin =
  (tx: Db): Attempt =>
  async (work) => {
    await sql`savepoint attempt`.execute(tx)
    try {
      return await work(tx)
    } catch (error) {
      await sql`rollback to savepoint attempt`.execute(tx)
      throw error
    }
  }

/**
 * Books the waiting deliveries of one gift, each in its own transaction, as long as one makes another possible.
 * `first` is tried even when it needs a person, with that person's decision. Throws the first unexpected failure, after
 * the others were tried.
 */
export async function drain(
  db: Db,
  attempt: Attempt,
  when: BookingContext,
  which: { provider_id: number; ref: string },
  first?: { id: number; decided?: DeliveryToBook['decided'] },
): Promise<void> {
  const failures: unknown[] = []
  for (let again = true; again;) {
    again = false
    const waiting = await db
      .selectFrom('intake_deliveries')
      .select('id')
      .where('provider_id', '=', which.provider_id)
      .where('ref', '=', which.ref)
      .where((row) =>
        row.or([
          row('state', '=', 'waiting'),
          row('id', '=', first?.id ?? 0).and('state', '=', 'needs_person'),
        ]),
      )
      .orderBy('id')
      .execute()
    for (const { id } of waiting) {
      const mine = id === first?.id
      const tried = await tryDelivery(attempt, when, id, mine ? first?.decided : undefined)
      if (mine) first = undefined
      if ('failure' in tried) failures.push(tried.failure)
      else again ||= tried.booked
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** Tries one delivery and returns whether it was booked now. A failed attempt stores only its reason. */
async function tryDelivery(
  attempt: Attempt,
  when: BookingContext,
  id: number,
  decided: DeliveryToBook['decided'],
): Promise<{ booked: boolean } | { failure: unknown }> {
  try {
    const booked = await attempt(async (tx) => {
      const row = await lockDelivery(tx, id)
      if (row.state === 'applied' || row.state === 'closed') return false
      const event = eventOf(jsonOf(row.payload))
      if (!event) throw new NeedsPerson('unreadable')
      const provider = await providerById(tx, row.provider_id)
      const context = {
        ...when.auditContext,
        actor: { id: when.auditContext.actor.id, name: when.auditContext.actor.name || provider.title },
      }
      const outcome = await applyEvent(
        tx,
        { ...when, auditContext: context },
        { id, provider, decided },
        event,
      )
      const waits = 'waits' in outcome
      await tx
        .updateTable('intake_deliveries')
        .set((old) => ({
          attempts: old('attempts', '+', 1),
          ...(waits
            ? { state: 'waiting', problem: outcome.waits }
            : { state: 'applied', problem: '', decided_at: context.now, funding_id: outcome.funding_id }),
        }))
        .where('id', '=', id)
        .execute()
      if (!waits) await endRaisedTask(tx, context, row.task_id)
      return !waits
    })
    return { booked }
  } catch (error) {
    // The database is to blame, not the delivery.
    if (isDatabaseAway(error) || isDatabaseBusy(error)) throw error
    const problem = problemOf(error)
    await attempt(async (tx) => {
      const row = await lockDelivery(tx, id)
      if (row.state === 'applied' || row.state === 'closed') return
      // An unexpected failure may be temporary: it is retried for a day, then a task asks a person.
      const state =
        problem || row.received_at < overdueBefore(when.auditContext.now) ? 'needs_person' : 'waiting'
      await tx
        .updateTable('intake_deliveries')
        .set((old) => ({ attempts: old('attempts', '+', 1), state, problem: problem ?? 'failed' }))
        .where('id', '=', id)
        .execute()
      if (state === 'needs_person') await raiseDeliveryTask(tx, when, id)
    })
    return problem ? { booked: false } : { failure: error }
  }
}

/** Maximum wait for a preceding delivery, or for a failure to pass, before a task asks somebody. */
const overdueAfterMs = 24 * 3_600_000

/** Deliveries received before this instant have waited too long. */
export const overdueBefore = (now: Date): Date => new Date(now.getTime() - overdueAfterMs)

/** Locks the reference number and then the delivery, so that concurrent deliveries on one gift are booked one by one. */
export async function lockDelivery(tx: Db, id: number) {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(provider_id || ':' || ref, ${advisoryLocks.providersGift}))
    from intake_deliveries where id = ${id}::bigint`.execute(tx)
  return tx
    .selectFrom('intake_deliveries')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Raises one task per delivery that needs a person, on its project if known. */
export async function raiseDeliveryTask(tx: Db, when: BookingContext, id: number): Promise<void> {
  const {
    task: asked,
    event_id,
    problem,
    payload,
    title,
  } = await tx
    .selectFrom('intake_deliveries as delivery')
    .innerJoin('intake_providers as provider', 'provider.id', 'delivery.provider_id')
    .leftJoin('reminders as task', 'task.id', 'delivery.task_id')
    .select(['task.status as task', 'event_id', 'problem', 'payload', 'provider.title'])
    .where('delivery.id', '=', id)
    .executeTakeFirstOrThrow()
  // One open task per delivery is enough.
  if (asked === 1) return
  const event = eventOf(jsonOf(payload))
  const slug = event?.type === 'pledged' ? event.project_slug : ''
  const project = await tx.selectFrom('projects').select('id').where('slug', '=', slug).executeTakeFirst()
  const task = await raiseTask(tx, when, {
    target: project ? { type: 'project', id: project.id } : { type: 'ledger', id: 1 },
    words: (locale) => ({
      title: text(locale, 'intake.task'),
      description: text(locale, 'intake.task_text', {
        provider: title,
        event: event_id,
        problem: text(locale, `intake.problems.${problem as DeliveryProblem}`),
      }),
    }),
  })
  await tx.updateTable('intake_deliveries').set({ task_id: task }).where('id', '=', id).execute()
}

async function providerById(tx: Db, id: number): Promise<Provider> {
  return tx
    .selectFrom('intake_providers')
    .select(['id', 'code', 'title', 'books_payouts'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

const known = new Set<string>(deliveryProblems)

/** The reason of an expected refusal; undefined for unexpected errors, which must not be stored as a reason. */
function problemOf(error: unknown): DeliveryProblem | undefined {
  if (error instanceof NeedsPerson) return error.problem
  if (error instanceof InvalidInput) return 'refused'
  if (error instanceof HttpError && error.status === 409)
    return known.has(error.code) ? (error.code as DeliveryProblem) : 'refused'
  return undefined
}

/** The event of a body; undefined when it is not understood. */
function eventOf(json: unknown): IntakeEvent | undefined {
  try {
    return parsePart(IntakeEvent, json)
  } catch (error) {
    if (error instanceof InvalidInput) return undefined
    throw error
  }
}

/** The body as JSON; undefined when it is not valid JSON. */
export function jsonOf(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return undefined
  }
}
