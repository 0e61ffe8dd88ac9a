import { sql } from 'kysely'
import { z } from 'zod'
import type { Day } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import { audit, type AuditContext, auditOf } from '#server/audit/audit.ts'
import { type CompanyScope, textOfScope } from '#server/auth/company-scope.ts'
import type { Contents } from '#server/files/contents.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, forbidden, notFound } from '#server/base/errors.ts'
import { defineWork, queuedStates } from '#server/work/define-work.ts'
import { defineJob, enqueue, type JobContext } from '#server/work/jobs.ts'
import type { LongWork } from '#server/work/long-work.ts'
import { findActiveUser, fullNameWithUsername, type User } from '#server/auth/session.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Refusal } from '../rules.ts'
import { missingRightForRun, type RunState } from '../run-rules.ts'
import type { TemplateKind } from '#features/document-templates/tokens.ts'
import { templateFor } from '#features/document-templates/server/usable-versions.ts'
import { builtInKind } from './built-in-templates.ts'
import { drawDocument, type DrawnDocument, makeDocument, storeDrawn } from './make-document.ts'
import type { PlannedRow } from './plan.ts'

export type StoredRun = {
  id: number
  template: string
  kind: TemplateKind
  issue_day: Day
  state: RunState
  user_id: number
  language: Locale
  total: number
  gifts: number
  created_at: Date
  started_at: Date | null
  beat_at: Date | null
  finished_at: Date | null
  /** The scope of the person who started it; only that company, and staff, may see the run. */
  seen_as: string
}

const work = { name: 'documents.generate', payload: z.object({ id: z.int() }) }

const runsAtWork = defineWork<'generation_runs', RunState>({
  kind: 'generation_run',
  table: 'generation_runs',
  states: queuedStates,
  owner: 'user_id',
  askedAt: 'created_at',
  about: sql`kind`,
  done: sql`(select count(*) from generation_rows where run_id = work.id and state <> 'waiting')`,
  total: sql`total`,
  notRunning: () => conflict('generation_not_running'),
})

/** Freezes a plan into a run and queues its work. */
export async function startRun(
  tx: Db,
  context: AuditContext & { locale: Locale; user: { id: number }; scope: CompanyScope },
  run: { template: string; kind: TemplateKind; issueDay: Day; rows: readonly PlannedRow[] },
): Promise<number> {
  const { now, user, locale, scope } = context
  const { template, kind, issueDay: issue_day, rows } = run
  const gifts = rows.reduce((sum, { funding_ids }) => sum + funding_ids.length, 0)
  const { id } = await tx
    .insertInto('generation_runs')
    .values({
      template,
      kind,
      issue_day,
      user_id: user.id,
      language: locale,
      total: rows.length,
      gifts,
      created_at: now,
      seen_as: textOfScope(scope),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into generation_rows (run_id, place, funding_ids, organization_id, donor_id, amount_cents, gift_day, state, reasons)
    select ${id}::bigint, ordinality, array(select jsonb_array_elements_text(planned->'funding_ids')::bigint),
      (planned->>'organization_id')::bigint, (planned->>'donor_id')::bigint, (planned->>'amount_cents')::bigint,
      (planned->>'gift_day')::date,
      case when planned->'reasons' = '[]'::jsonb then 'waiting' else 'refused' end, planned->'reasons'
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as rows (planned, ordinality)`.execute(
    tx,
  )
  await audit(tx, context, {
    action: 'run',
    ...auditOf('generation_run', { id, title: template }),
    after: { template, kind, issue_day, documents: rows.length, gifts },
  })
  await enqueue(tx, work, { id })
  return id
}

/** A run; throws notFound. */
export async function findRun(db: Db, id: number, lock = false): Promise<StoredRun> {
  const { rows } = await sql<StoredRun>`
    select * from generation_runs where id = ${id} ${lock ? sql`for no key update` : sql``}`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

const noted = (tx: Db, context: AuditContext, run: StoredRun, action: 'cancel' | 'retry') =>
  audit(tx, context, {
    action,
    ...auditOf('generation_run', { id: run.id, title: run.template }),
    before: { state: run.state },
  })

/** Stops a run after the current document. */
export async function cancelRun(tx: Db, context: AuditContext, id: number): Promise<void> {
  const run = await findRun(tx, id, true)
  await runsAtWork.stop(tx, id, context.now)
  await noted(tx, context, run, 'cancel')
}

const isUsable = async (db: Db, { template, issue_day }: StoredRun) =>
  builtInKind(template) !== undefined || (await templateFor(db, template, issue_day)) !== undefined

/** Resumes a stopped run in the name of the person who asks; they need the rights to make such documents. */
export async function continueRun(tx: Db, context: AuditContext, id: number, user: User): Promise<void> {
  const run = await findRun(tx, id, true)
  const lacked = missingRightForRun(user, run.kind)
  if (lacked) throw forbidden(lacked)
  if (run.state !== 'cancelled' && run.state !== 'failed') throw conflict('generation_not_stopped')
  if (!(await isUsable(tx, run))) throw conflict('template_gone')
  await sql`update generation_runs set state = 'queued', user_id = ${user.id}, finished_at = null, beat_at = null
    where id = ${id}`.execute(tx)
  await noted(tx, context, run, 'retry')
  await enqueue(tx, work, { id })
}

/**
 * Makes the remaining documents of a run, each stored with its row in a transaction of its own. If the process dies, a
 * receipt is either issued with its number or not at all, and never twice.
 */
export const generationJob = defineJob({
  ...work,
  retries: 20,
  timeLimit: 12 * 60 * 60,
  run: async (context, { id }) => {
    await sql`update generation_runs set state = 'running', started_at = coalesce(started_at, ${context.services.clock()}),
      beat_at = ${context.services.clock()} where id = ${id} and state = 'queued'`.execute(context.db)
    await workOnRun(context, id)
  },
})

type Place = Pick<JobContext, 'services' | 'db' | 'today' | 'signal'>

export type RunContext = { contents: Contents; now: Date; today: Day }

type WaitingRow = { place: number; funding_ids: number[]; organization_id: number }

/** Number of rows over which concurrent workers of a run spread. */
const spread = 8

/** Processes a run until it is finished or cancelled, or the process stops. */
export async function workOnRun(place: Place, id: number): Promise<void> {
  const { db, services, today, signal } = place
  const { contents } = services.files
  let ahead = 0
  while (!signal.aborted) {
    // Read for each document, so that a cancel takes effect at the next one.
    const run = await findRun(db, id)
    if (run.state !== 'running') return
    const row = (await nextRow(db, id, ahead)) ?? (await nextRow(db, id))
    if (row) {
      const isMine = await workOnRow({ db, bench: { contents, now: services.clock(), today } }, run, row)
      // Another worker is on this run too: avoid competing for the same rows.
      ahead = isMine ? 0 : Math.floor(Math.random() * spread)
      continue
    }
    const isThrough = sql`state = 'running'
      and not exists (select from generation_rows where run_id = ${id} and state = 'waiting')`
    await runsAtWork.finish(db, id, services.clock(), {}, isThrough)
    return
  }
}

/** The next waiting row of a run, or the one `ahead` places after it. */
export async function nextRow(db: Db, id: number, ahead = 0): Promise<WaitingRow | undefined> {
  const { rows } = await sql<WaitingRow>`
    select place, funding_ids, organization_id from generation_rows where run_id = ${id} and state = 'waiting'
    order by place limit 1 offset ${ahead}::int`.execute(db)
  return rows[0]
}

/** Makes the document of a row; false when another worker has done so meanwhile. */
async function workOnRow(
  { db, bench }: { db: Db; bench: RunContext },
  run: StoredRun,
  row: WaitingRow,
): Promise<boolean> {
  const making = { contents: bench.contents, issueDay: run.issue_day }
  const wanted = { ...wantedOf(run, row), organization_id: row.organization_id }
  return makeDocument(db, making, wanted, (drawn) =>
    inTransaction(db, (tx) => storeRow(tx, bench, run, row, drawn)),
  )
}

const wantedOf = ({ kind, template }: StoredRun, { funding_ids: ids }: WaitingRow) => ({
  kind,
  template,
  ids,
})

/** Draws the document of a row and keeps it with the row, all in the caller's transaction. */
export async function makeRow(tx: Db, bench: RunContext, run: StoredRun, row: WaitingRow): Promise<void> {
  const making = { contents: bench.contents, issueDay: run.issue_day }
  await storeRow(tx, bench, run, row, await drawDocument(tx, making, wantedOf(run, row)))
}

/** Stores a row's drawing together with the row; false when it no longer waits. */
async function storeRow(
  tx: Db,
  { now, today }: RunContext,
  run: StoredRun,
  row: WaitingRow,
  drawn: DrawnDocument | { refused: Refusal[] },
): Promise<boolean> {
  const { rows } = await sql`
    select from generation_rows where run_id = ${run.id} and place = ${row.place} and state = 'waiting'
    for no key update`.execute(tx)
  if (rows.length === 0) return false
  const user = await findActiveUser(tx, run.user_id)
  if (!user || missingRightForRun(user, run.kind)) {
    await runsAtWork.fail(tx, run.id, now)
    return true
  }
  const context = { actor: { id: user.id, name: fullNameWithUsername(user) }, now }
  const made =
    'refused' in drawn
      ? drawn
      : await storeDrawn(tx, { context, today, issueDay: run.issue_day }, wantedOf(run, row), drawn)
  const refused = 'refused' in made ? made.refused : []
  const document_id = 'refused' in made ? null : made.document_id
  await sql`
    update generation_rows set state = ${document_id === null ? 'refused' : 'issued'},
      reasons = ${JSON.stringify(refused)}::jsonb, document_id = ${document_id}::bigint
    where run_id = ${run.id} and place = ${row.place}`.execute(tx)
  await sql`update generation_runs set beat_at = ${now} where id = ${run.id}`.execute(tx)
  return true
}

/** Recovers runs whose job is lost: they resume or, if that fails, end as failed and a person may resume them. */
export const generationWork: LongWork = {
  ...runsAtWork,
  job: work,
  giveUp: async (tx, id, { now }) => void (await runsAtWork.fail(tx, id, now)),
}
