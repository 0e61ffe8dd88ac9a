import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { personName } from '#server/base/person-name.ts'
import { textOf } from '#server/base/texts.ts'
import type { Locale } from '#shared/messages.ts'
import type { StandingDecision } from '../contract.ts'
import { reviewLabel, type ReviewKind, type Subject } from '../outcomes.ts'

type Stored = { kind: ReviewKind; outcome: number; reason: string; by: string | null; at: Date }
type Record_ = { type: Subject; id: number; outcomes: Partial<Record<ReviewKind, number | null>> }

/**
 * Standing decisions of a record's reviews, the newest first: outcome, reason, person and time. An outcome from an
 * import, or from before decisions were stored, has no person.
 */
export async function standingOn(
  db: Db,
  { type, id, outcomes }: Record_,
  locale: Locale,
): Promise<StandingDecision[]> {
  const { rows } = await sql<Stored>`
    select newest.kind, newest.outcome, newest.reason, ${personName} as by, newest.decided_at as at
    from (
      select distinct on (kind) id, kind, outcome, reason, decided_by, decided_at
      from review_decisions decision
      where subject = ${type} and subject_id = ${id} and undoes is null
        and not exists (select from review_decisions later where later.undoes = decision.id)
      order by kind, id desc
    ) newest left join users on users.id = newest.decided_by
    order by newest.id desc`.execute(db)
  const decided = rows.filter(({ kind, outcome }) => outcome !== null && outcomes[kind] === outcome)
  const others = (Object.keys(outcomes) as ReviewKind[]).filter(
    (kind) => !decided.some((decision) => decision.kind === kind),
  )
  return [
    ...decided.map(({ kind, outcome, reason, by, at }) => ({ kind, choice: outcome, reason, by, at })),
    ...others.map((kind) => ({ kind, choice: outcomes[kind] ?? null, reason: '', by: null, at: null })),
  ].flatMap(({ kind, choice, ...decision }) => {
    const label = reviewLabel(kind, type, choice)
    return label ? [{ kind, outcome: { choice, display: textOf(locale, label.text) }, ...decision }] : []
  })
}
