import type { Day } from '#shared/dates.ts'
import { can } from '#shared/permissions.ts'
import type { Db } from '#server/db/db.ts'
import { audit, auditOf } from '#server/audit/audit.ts'
import { conflict, forbidden, invalid } from '#server/base/errors.ts'
import { type Context, implement } from '#server/routes/implement.ts'
import { versionOf } from '#server/routes/if-match.ts'
import type { Route } from '#shared/route.ts'
import { type ReviewOutcome, reviewOutcome } from '#shared/statuses.ts'
import { limitsOn } from '#features/limits/server/queries.ts'
import { changeProject } from '#features/projects/server/change.ts'
import { getProject, lockProject } from '#features/projects/server/queries.ts'
import {
  type About,
  mailApplicant,
  templateOf,
  type Words,
  writtenMail,
} from '#features/reviews/server/applicant-mail.ts'
import { decide } from '#features/reviews/server/decide.ts'
import { createTasks } from '#features/tasks/server/change.ts'
import { reviewQueue, reviewSnippets } from '../contract.ts'
import { type QueueKind } from '#features/reviews/queue.ts'
import {
  leaseFirst,
  leasesOfOthers,
  type LeaseTime,
  releaseLeases,
  renewLease,
  requireLease,
} from './leases.ts'
import { resolveQuery } from '#features/projects/server/list.ts'
import { openQueue, queueOf, queueRows } from './queue.ts'
import { presentDecision, recordOf } from './record.ts'
import { changeSnippet, createSnippet, deleteSnippet, snippetsOf } from './snippets.ts'

type Now = Pick<Context<Route>, 'now' | 'today'>

/** Settings on that day: lease duration, mail delay, days until a review is overdue. */
async function settingsOn(db: Db, today: Day) {
  const { review_lease_minutes, review_mail_minutes, review_overdue_days } = await limitsOn(db, today)
  return { lease: review_lease_minutes, mail: review_mail_minutes, overdue: review_overdue_days }
}

async function aliveAt(db: Db, { now, today }: Now): Promise<LeaseTime> {
  const { lease } = await settingsOn(db, today)
  return { now, since: new Date(now.getTime() - lease * 60_000) }
}

const { passed, accepted, rejected } = reviewOutcome
const byOutcome: Record<QueueKind, readonly ReviewOutcome[]> = {
  review: [passed, accepted, rejected],
  content: [passed, rejected],
  voting: [passed, accepted, rejected],
}

type MailContext = Pick<Context<Route>, 'db' | 'now' | 'today' | 'services'> & {
  body: { mail: true | Words | null }
}

/** Queues the requested mail, with custom text or the template's; returns its sending time, null for none. */
async function mailAs(
  { db, now, today, services, body: { mail } }: MailContext,
  project: Parameters<typeof mailApplicant>[1],
  { about, reason, event }: { about: About; reason: string; event: number },
): Promise<string | null> {
  if (!mail) return null
  const template = templateOf(about)
  const own = mail === true ? undefined : mail
  const letter = await writtenMail(db, project, { template, reason, baseUrl: services.config.baseUrl, own })
  const { mail: minutes } = await settingsOn(db, today)
  const notBefore = new Date(now.getTime() + minutes * 60_000)
  const isQueued = await mailApplicant(db, project, { template, letter, event, now, notBefore })
  return isQueued ? notBefore.toISOString() : null
}

export const reviewQueueRoutes = implement(reviewQueue, {
  open: async ({ reader, query: asked, user, now, today }) => {
    const { kind, query } = queueOf(await resolveQuery(reader, asked, user))
    const settings = await settingsOn(reader, today)
    return {
      kind,
      ...(await openQueue(reader, query, asked.extra.sort)),
      opened_at: now.toISOString(),
      minutes_until_given_back: settings.lease,
      minutes_until_mail: settings.mail,
      days_until_overdue: settings.overdue,
    }
  },

  rows: async (context) => {
    const { reader, query, user } = context
    const alive = await aliveAt(reader, context)
    const asked = { kind: query.kind, slugs: query.slugs, openedAt: query.opened_at }
    const rows = await queueRows(reader, asked, alive)
    const others = await leasesOfOthers(reader, alive, user.id)
    return {
      results: rows.map(({ taken, decided, waiting_since, ...row }) => ({
        ...row,
        waiting_since: waiting_since && waiting_since.toISOString(),
        taken: taken && taken.id !== user.id ? { ...taken, slug: row.slug } : null,
        decided: decided && presentDecision(decided, context),
      })),
      others: others.map((one) => ({ ...one, since: one.since.toISOString() })),
    }
  },

  record: async (context) => {
    const { reader, params, query } = context
    return recordOf(reader, params.slug, query.kind, { ...context, alive: await aliveAt(reader, context) })
  },

  take: async (context) => {
    const { db, body, user } = context
    const alive = await aliveAt(db, context)
    const asked = { kind: body.kind, slugs: body.slugs, openedAt: body.opened_at }
    const slug = await leaseFirst(db, asked, alive, user.id)
    const [taken] = slug === undefined ? await leasesOfOthers(db, alive, user.id, body.slugs[0]) : []
    return { slug: slug ?? null, taken: taken ? { ...taken, since: taken.since.toISOString() } : null }
  },

  keep: async (context) => {
    const alive = await aliveAt(context.db, context)
    return { kept: await renewLease(context.db, context.body.slug, alive, context.user.id) }
  },

  leave: ({ db, user }) => releaseLeases(db, user.id),

  decide: async (context) => {
    const { db, params, body, auditContext, user } = context
    const { kind, outcome, version } = body
    const reason = body.reason.trim()
    if (!byOutcome[kind].includes(outcome)) throw invalid({ outcome: 'validation.unknown_value' })
    if (outcome === reviewOutcome.rejected && reason === '')
      throw invalid({ reason: 'review_queue.reason_required' })
    const row = await lockProject(db, params.slug)
    await requireLease(db, row.id, await aliveAt(db, context), user.id)
    const event = await decide(
      db,
      auditContext,
      'project',
      row,
      { kind, outcome, reason, version },
      async () => recordOf(db, params.slug, kind, { ...context, alive: await aliveAt(db, context) }),
    )
    const mail_at = await mailAs(context, row, { about: { outcome }, reason, event })
    await releaseLeases(db, user.id)
    return { event, mail_at }
  },

  mail: async ({ db, params, body, services }) => {
    if (body.about === 'decision' && body.outcome === undefined)
      throw invalid({ outcome: 'validation.required' })
    const row = await getProject(db, params.slug)
    const { subject, text } = await writtenMail(db, row, {
      template: templateOf(body.about === 'question' ? 'question' : { outcome: body.outcome! }),
      reason: body.text.trim(),
      baseUrl: services.config.baseUrl,
    })
    return { to: row.organization_email, subject, text }
  },

  ask: async (context) => {
    const { db, params, body, auditContext, user } = context
    const row = await lockProject(db, params.slug)
    await requireLease(db, row.id, await aliveAt(db, context), user.id)
    if (body.version !== row.version)
      throw conflict('edit_conflict', {
        current: await recordOf(db, params.slug, 'review', { ...context, alive: await aliveAt(db, context) }),
      })
    if (body.internal_status !== undefined)
      await changeProject(db, auditContext, row, { internal_status: body.internal_status })
    if (body.task && !can(user, 'change_reminders') && !can(user, 'create_reminders'))
      throw forbidden('change_reminders')
    const [task] = body.task
      ? await createTasks(db, context, { type: 'project', id: row.id }, [
          { ...body.task, description: body.question, send_completed_mail: true, repeat: 'none' },
        ])
      : []
    const event = await audit(db, auditContext, {
      action: 'ask_applicant',
      ...auditOf('project', row),
      after: { question: body.question, mail: body.mail !== null },
    })
    const mail_at = await mailAs(context, row, { about: 'question', reason: body.question, event })
    await releaseLeases(db, user.id)
    const { version } = await getProject(db, params.slug)
    return { mail_at, task: task?.slug ?? null, version }
  },
})

export const reviewSnippetRoutes = implement(reviewSnippets, {
  list: async ({ reader, user }) => ({ results: await snippetsOf(reader, user) }),
  create: ({ db, auditContext, user, body }) => createSnippet(db, auditContext, user, body),
  change: (context) => {
    const { db, auditContext, user, params, body } = context
    return changeSnippet(db, auditContext, user, { ...body, id: params.id, version: versionOf(context) })
  },
  delete: ({ db, auditContext, user, params }) => deleteSnippet(db, auditContext, user, params.id),
})
