import { sql } from 'kysely'
import { audit, type AuditContext } from '#server/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, invalid } from '#server/errors.ts'
import { outcomesOf, type ReviewKind, type Subject } from '../outcomes.ts'

const columns: Record<ReviewKind, string> = {
  review: 'review_status',
  content: 'content_review_status',
  voting: 'voting_review_status',
  nonprofit: 'nonprofit_review_status',
}

/** The flag that asks for a review; deciding it answers the question. */
const flags: Record<Subject, Partial<Record<ReviewKind, string>>> = {
  project: { review: 'needs_donation_review', voting: 'needs_voting_review' },
  organization: { review: 'needs_review', voting: 'needs_voting_review' },
}

const reviewKinds = Object.keys(columns) as ReviewKind[]

type Row = { id: number; title: string; version: number } & Record<string, unknown>

/**
 * Records a reviewer's decision on a locked row: the outcome goes into the row, the decision itself is kept for good.
 * Outcome null takes the last decision back. 400 for an outcome the kind does not know, 409 for a stale version. Returns the
 * audit event's id, for the mails that tell of it.
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
  // Since when it was waited for comes back with the flag, should the decision be undone.
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
    })
    .execute()
  return audit(tx, context, {
    action: outcome === null ? 'review_withdrawn' : 'review_decided',
    object_type: subject,
    object_id: row.id,
    object_title: row.title,
    before: { [column]: previous, ...(clears ? { [flag]: true, ...waited } : {}) },
    after: { [column]: outcome, ...(clears ? { [flag]: false } : {}), ...(reason ? { reason } : {}) },
  })
}

/** The event of a decision, as far as undoing it needs it. */
type DecisionEvent = {
  at: Date
  actor_id: number | null
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/**
 * Takes a locked row back to before a decision: outcome, flag and since when it was waited for. The decision stays, and the
 * row that takes it back names it.
 */
export async function undoDecision(
  tx: Db,
  { actor, now }: AuditContext,
  subject: Subject,
  row: { id: number },
  { at, actor_id, before, after }: DecisionEvent,
): Promise<void> {
  const kind = reviewKinds.find((one) => columns[one] in after)!
  const column = columns[kind]
  const flag = flags[subject][kind]
  const table = sql.table(subject === 'project' ? 'projects' : 'organizations')
  await sql`
    update ${table} set ${sql.ref(column)} = ${before[column]}::smallint, version = version + 1, updated_at = ${now}
      ${flag && flag in before ? sql`, ${sql.ref(flag)} = ${before[flag]}::boolean` : sql``}
    where id = ${row.id}`.execute(tx)
  const undone = await tx
    .selectFrom('review_decisions')
    .select(['id', 'outcome', 'previous_outcome'])
    .where('subject', '=', subject)
    .where('subject_id', '=', row.id)
    .where('kind', '=', kind)
    .where('decided_at', '=', at)
    .where('decided_by', 'is not distinct from', actor_id)
    .where('outcome', 'is not distinct from', after[column] as number | null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('review_decisions as later')
            .select('later.id')
            .whereRef('later.undoes', '=', 'review_decisions.id'),
        ),
      ),
    )
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!undone) return
  await tx
    .insertInto('review_decisions')
    .values({
      subject,
      subject_id: row.id,
      kind,
      outcome: undone.previous_outcome,
      previous_outcome: undone.outcome,
      decided_by: actor.id,
      decided_at: now,
      undoes: undone.id,
    })
    .execute()
}
