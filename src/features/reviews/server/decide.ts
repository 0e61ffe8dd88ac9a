import { sql } from 'kysely'
import { audit, type AuditContext, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, invalid } from '#server/base/errors.ts'
import { outcomesOf, type ReviewKind, type Subject } from '../outcomes.ts'

const columns: Record<ReviewKind, string> = {
  review: 'review_status',
  content: 'content_review_status',
  voting: 'voting_review_status',
  nonprofit: 'nonprofit_review_status',
}

/** The flag that requests a review; a decision clears it. */
const flags: Record<Subject, Partial<Record<ReviewKind, string>>> = {
  project: { review: 'needs_donation_review', voting: 'needs_voting_review' },
  organization: { review: 'needs_review', voting: 'needs_voting_review' },
}

const reviewKinds = Object.keys(columns) as ReviewKind[]

type Row = { id: number; title: string; version: number } & Record<string, unknown>

/**
 * Records a reviewer's decision on a locked row: the outcome goes into the row, and the decision itself is stored permanently.
 * Outcome null withdraws the last decision. 400 for an outcome that the kind does not have, 409 for a stale version. Returns
 * the audit event's id, for mails about it.
 */
export async function decide(
  tx: Db,
  context: AuditContext,
  subject: Subject,
  row: Row,
  decision: { kind: ReviewKind; outcome: number | null; reason: string; version: number },
  current: () => Promise<unknown>,
): Promise<number> {
  const { kind, outcome, reason } = decision
  const outcomes = outcomesOf(kind, subject)
  if (outcomes.length === 0) throw invalid({ kind: 'validation.unknown_value' })
  if (outcome !== null && !outcomes.includes(outcome)) throw invalid({ outcome: 'validation.unknown_value' })
  if (decision.version !== row.version) throw conflict('edit_conflict', { current: await current() })

  const column = columns[kind]
  const flag = flags[subject][kind]
  const previous = row[column] as number | null
  const clears = flag !== undefined && outcome !== null && row[flag] === true
  // The event keeps the start of the wait, so that an undo restores it with the flag.
  const since = `${flag}_since`
  const waited = clears && since in row ? { [since]: row[since] } : {}
  await sql`
    update ${sql.table(subject === 'project' ? 'projects' : 'organizations')}
    set ${sql.ref(column)} = ${outcome}::smallint, version = version + 1, updated_at = ${context.now}
      ${clears ? sql`, ${sql.ref(flag)} = false` : sql``}
    where id = ${row.id}`.execute(tx)
  await tx
    .insertInto('review_decisions')
    .values({
      subject,
      subject_id: row.id,
      kind,
      outcome,
      previous_outcome: previous,
      reason,
      decided_by: context.actor.id,
      decided_at: context.now,
      asked_at: clears && since in row ? (row[since] as Date | null) : null,
    })
    .execute()
  return audit(tx, context, {
    action: outcome === null ? 'review_withdrawn' : 'review_decided',
    ...auditOf(subject, row),
    before: { [column]: previous, ...(clears ? { [flag]: true, ...waited } : {}) },
    after: { [column]: outcome, ...(clears ? { [flag]: false } : {}), ...(reason ? { reason } : {}) },
  })
}

type DecisionEvent = {
  at: Date
  actor_id: number | null
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/**
 * Restores locked rows to their state before a decision each: outcome, flag and start of the wait. The decisions stay, and new
 * rows name those they undo.
 */
export async function undoDecisions(
  tx: Db,
  context: AuditContext,
  subject: Subject,
  undone: readonly { id: number; event: DecisionEvent }[],
): Promise<void> {
  for (const kind of reviewKinds) {
    const ofKind = undone.filter(({ event }) => kindOf(event) === kind)
    if (ofKind.length > 0) await undoOfKind(tx, context, { subject, kind }, ofKind)
  }
}

const kindOf = ({ after }: DecisionEvent) => reviewKinds.find((one) => columns[one] in after)!

async function undoOfKind(
  tx: Db,
  { actor, now }: AuditContext,
  { subject, kind }: { subject: Subject; kind: ReviewKind },
  undone: readonly { id: number; event: DecisionEvent }[],
): Promise<void> {
  const column = columns[kind]
  const flag = flags[subject][kind]
  const table = subject === 'project' ? 'projects' : 'organizations'
  const rows = undone.map(({ id, event: { at, actor_id, before, after } }) => ({
    id,
    at,
    actor_id,
    decided: after[column],
    outcome: before[column],
    // A flag that the decision did not touch stays unchanged.
    flag: flag ? before[flag] : undefined,
  }))
  const from = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as undone
    (id bigint, at timestamptz, actor_id bigint, decided smallint, outcome smallint, flag boolean)`
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = undone.outcome, version = version + 1, updated_at = ${now}
      ${flag ? sql`, ${sql.ref(flag)} = coalesce(undone.flag, ${sql.ref(`${table}.${flag}`)})` : sql``}
    from ${from} where ${sql.ref(`${table}.id`)} = undone.id`.execute(tx)
  await sql`
    insert into review_decisions (subject, subject_id, kind, outcome, previous_outcome, decided_by, decided_at, undoes)
    select decision.subject, decision.subject_id, decision.kind, decision.previous_outcome, decision.outcome,
      ${actor.id}::bigint, ${now}::timestamptz, decision.id
    from ${from} cross join lateral (
      select * from review_decisions
      where subject = ${subject} and subject_id = undone.id and kind = ${kind} and decided_at = undone.at
        and decided_by is not distinct from undone.actor_id and outcome is not distinct from undone.decided
        and not exists (select from review_decisions later where later.undoes = review_decisions.id)
      order by review_decisions.id desc limit 1
    ) decision order by decision.id`.execute(tx)
}
