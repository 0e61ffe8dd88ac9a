import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { maskedIban } from '#shared/iban.ts'
import { dash } from '#shared/labels.ts'
import type { Locale } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import type { Db } from '#server/db/db.ts'
import type { User } from '#server/auth/session.ts'
import { documentsInBrief } from '#features/documents/server/brief.ts'
import { briefOf, outcomeInWords, projectsInBrief } from '#features/organizations/server/brief.ts'
import { getOrganization } from '#features/organizations/server/queries.ts'
import { countPhotos } from '#features/photos/server/queries.ts'
import { presentDetail } from '#features/projects/server/present.ts'
import { getProject, hasLedgerRows, needsOf, type StoredDetail } from '#features/projects/server/queries.ts'
import type { ReviewKind } from '#features/reviews/outcomes.ts'
import { openTasksOn } from '#features/tasks/server/open-tasks.ts'
import type { DecisionMade, ReviewRecord } from '../contract.ts'
import { type QueueKind } from '#features/reviews/queue.ts'
import { doublesOf } from './doubles.ts'
import { leasesOfOthers, type LeaseTime } from './leases.ts'
import { newestDecision, type StoredDecision } from './queue.ts'

type Reader = { user: User; locale: Locale; today: Day; alive: LeaseTime }

const outcomeOf = (locale: Locale, kind: ReviewKind, choice: number | null) =>
  outcomeInWords(locale, { kind, subject: 'project', choice })

export function presentDecision(
  { kind, outcome, reason, by, by_id, at }: Omit<StoredDecision, 'at'> & { at: string },
  { locale, user }: Pick<Reader, 'locale' | 'user'>,
): DecisionMade {
  return {
    kind,
    outcome: outcomeOf(locale, kind, outcome),
    reason,
    by: by ?? dash,
    by_me: by_id === user.id,
    at,
  }
}

export async function recordOf(db: Db, slug: string, kind: QueueKind, asked: Reader): Promise<ReviewRecord> {
  const { user, locale, today, alive } = asked
  const row = await getProject(db, slug)
  const [needs, frozen] = [await needsOf(db, [row.id]), await hasLedgerRows(db, row.id)]
  const organization = await briefOf(db, await getOrganization(db, row.organization_slug), asked)
  const { projects: earlier, count: earlier_count } = await projectsInBrief(db, row.organization_id, {
    but: row.id,
    most: shownEarlier,
    locale,
  })
  const decided = await decidedOn(db, row.id, kind)
  const [taken] = await leasesOfOthers(db, alive, user.id, slug)
  const doubles = await doublesOf(db, row)
  const maySeeBank = can(user, 'view_organizations')
  return {
    project: presentDetail(row, { needs, frozen, locale, today, user }),
    organization,
    earlier,
    earlier_count,
    reviews: await otherReviews(db, row, kind, locale),
    decided: decided && presentDecision(decided, asked),
    documents: await documentsInBrief(db, row.id, locale, user),
    photos: await countPhotos(db, row.id),
    tasks: can(user, 'view_reminders') ? await openTasksOn(db, { type: 'project', id: row.id }, today) : null,
    doubles: doubles.map(({ decided: last, iban, review_status, ...double }) => ({
      ...double,
      iban: maySeeBank && iban !== '' ? maskedIban(iban) : null,
      review_status: outcomeOf(locale, 'review', review_status),
      decided_at: last?.at ?? null,
    })),
    taken: taken ? { ...taken, since: taken.since.toISOString() } : null,
  }
}

const shownEarlier = 10

async function decidedOn(db: Db, projectId: number, kind: QueueKind) {
  const { rows } = await sql<{ decided: (Omit<StoredDecision, 'at'> & { at: string }) | null }>`
    select ${newestDecision(kind)} as decided from projects where id = ${projectId}`.execute(db)
  return rows[0]?.decided ?? null
}

async function otherReviews(db: Db, row: StoredDetail, kind: QueueKind, locale: Locale) {
  const outcomes = {
    review: row.review_status,
    content: row.content_review_status,
    voting: row.voting_review_status,
  }
  const others = (['review', 'content', 'voting'] as const).filter((other) => other !== kind)
  return Promise.all(
    others.map(async (other) => ({
      kind: other,
      outcome: outcomeOf(locale, other, outcomes[other]),
      by: outcomes[other] === null ? null : ((await decidedOn(db, row.id, other))?.by ?? null),
    })),
  )
}
