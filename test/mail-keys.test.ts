import { beforeEach, expect, test } from 'vitest'
import { work } from '#app/server/product.ts'
import { notifyProposer } from '#features/approvals/server/mails.ts'
import { type TemplateKey, templateKeys } from '#features/email-templates/templates.ts'
import { raiseProofTasks } from '#features/organizations/server/proof-tasks.ts'
import { getProject } from '#features/projects/server/queries.ts'
import { mailReviewers } from '#features/projects/server/acts/mails.ts'
import { findRun } from '#features/bulk-runs/server/runs.ts'
import { mailApplicant, writtenMail } from '#features/reviews/server/applicant-mail.ts'
import { dueToday } from '#features/tasks/server/jobs.ts'
import { mailCompleted, mailCreated } from '#features/tasks/server/mails.ts'
import { tasksByIds } from '#features/tasks/server/queries.ts'
import { audit, auditOf } from '#server/audit/audit.ts'
import { hashToken } from '#server/base/tokens.ts'
import { findActiveUser } from '#server/auth/session.ts'
import { runJob } from '#server/work/worker.ts'
import { type Client, useApp } from './app.ts'
import { documentsPath, givenReceipt } from './documents.ts'
import { createOrganization, createProject, createTask, createUser } from './factories.ts'
import { tasksPath } from './tasks.ts'

// The key of a mail depends on the business day, never on the moment: repeating an hour later adds nothing.

const app = useApp({ now: '2026-11-21T06:00:00Z' })
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

const today = '2026-11-21'
const anHourLater = () => void (app.clock.now = new Date(app.clock.now.getTime() + 3_600_000))
const mailed = async (template: string) => {
  const rows = await app.db
    .selectFrom('emails')
    .select('user_id')
    .where('template', '=', template)
    .orderBy('id')
    .execute()
  return rows.map((row) => Number(row.user_id)).sort((a, b) => a - b)
}

test('due-day mails: repeating the job an hour later adds nothing', async () => {
  const user = await createUser(app.db)
  await createTask(app.db, { scheduled_for: '2026-11-21', users: [user.id] })
  const queued = { job: dueToday.name, payload: { day: '2026-11-21', after: '2026-11-20' } }
  const run = () => runJob(app.services, [dueToday], queued, new AbortController().signal)
  await run()
  anHourLater()
  await run()
  expect(await mailed('task_due')).toEqual([user.id])
})

test('due-day mails: a task moved away and back an hour later is not mailed again', async () => {
  const user = await createUser(app.db)
  const task = await createTask(app.db, { scheduled_for: '2026-11-25', users: [user.id] })
  app.clock.now = new Date('2026-11-21T09:00:00Z')
  // This morning's session has expired.
  staff = await app.asUser(staff.userId)
  const move = (scheduled_for: string) => staff.patch(`/api/v4/reminders/${task.slug}/`, { scheduled_for })
  expect((await move('2026-11-21')).status).toBe(200)
  expect(await mailed('task_due')).toEqual([user.id])
  anHourLater()
  expect([(await move('2026-11-25')).status, (await move('2026-11-21')).status]).toEqual([200, 200])
  expect(await mailed('task_due')).toEqual([user.id])
})

test('notices about an account: the same event adds nothing an hour later and one mail the next day', async () => {
  const owner = await createUser(app.db)
  const ask = () => app.signedOut().post('/api/v4/users/password-reset/', { email: owner.email })
  expect((await ask()).status).toBeLessThan(300)
  expect(await mailed('account_notice')).toEqual([staff.userId])
  anHourLater()
  await ask()
  expect(await mailed('account_notice')).toEqual([staff.userId])
  app.clock.now = new Date('2026-11-22T06:00:00Z')
  await ask()
  expect(await mailed('account_notice')).toEqual([staff.userId, staff.userId])
})

/** Day and occasion of a mail's key: the only parts that may distinguish two mails of one object to one person. */
type KeyEnd = [day: string | null, occasion: string | null]
type Case = {
  /** Done twice, an hour apart. */
  act: () => Promise<unknown>
  /** The expected keys; by default one mail with this key. */
  keys: KeyEnd[] | (() => Promise<KeyEnd[]>)
}

const done = ({ status, body }: { status: number; body: unknown }) =>
  expect(status < 300 ? 'done' : [status, body]).toBe('done')
const at = () => app.clock.now
const context = () => ({ actor: { id: staff.userId, name: '' }, now: at() })

/** Each sending is a separate mail: its occasion is the audit event. */
const eventsOf = (object_type: string) => async (): Promise<KeyEnd[]> => {
  const sent = app.db.selectFrom('audit_events').select('id').where('action', '=', 'send')
  const rows = await sent.where('object_type', '=', object_type).orderBy('id').execute()
  return rows.map(({ id }) => [null, String(id)])
}
/** Each link is a separate mail: its occasion is the hash of the random link. */
const linksOf = (template: TemplateKey) => async (): Promise<KeyEnd[]> => {
  const rows = await app.db
    .selectFrom('email_secrets')
    .innerJoin('emails', 'emails.id', 'email_id')
    .select('email_secrets.data')
    .where('template', '=', template)
    .orderBy('email_id')
    .execute()
  return rows.map(({ data }) => {
    const [, token] = /\/([\w-]{20,})\/$/.exec((data as { link: string }).link)!
    return [null, hashToken(token!).slice(0, 16)]
  })
}

/** Notifies an applicant of one decision or question; a killed run that continues does the same again. */
const toApplicant = (template: TemplateKey) => async (): Promise<Case> => {
  const project = await getProject(app.db, (await createProject(app.db)).slug)
  const event = await audit(app.db, context(), { action: 'change', ...auditOf('project', project) })
  const letter = await writtenMail(app.db, project, {
    template,
    reason: 'R',
    baseUrl: 'https://almoner.example',
  })
  const act = () => mailApplicant(app.db, project, { template, letter, event, now: at(), notBefore: at() })
  return { act, keys: [[null, `event ${event}`]] }
}

const sendDocument = (how: object) => async (): Promise<Case> => {
  const { slug } = await givenReceipt(app, staff)
  const to = { email: 'post@verein.example', language: 'en_US', ...how }
  const act = async () => done(await staff.post(`${documentsPath}${slug}/send/`, to))
  return { act, keys: eventsOf('document') }
}

/** The keys of each template's mails after queueing them and, an hour later, queueing them again. */
const cases: Record<TemplateKey, () => Promise<Case>> = {
  task_created: async () => {
    const user = await createUser(app.db)
    const [task] = await tasksByIds(app.db, [(await createTask(app.db, { users: [user.id] })).id])
    const act = () => mailCreated(app.db, [{ task: task!, userIds: [user.id] }], at())
    return { act, keys: [[null, 'v1']] }
  },
  task_due: async () => {
    await createTask(app.db, { scheduled_for: today })
    const queued = { job: dueToday.name, payload: { day: today, after: '2026-11-20' } }
    const act = () => runJob(app.services, [dueToday], queued, new AbortController().signal)
    return { act, keys: [[today, null]] }
  },
  task_completed: async () => {
    const [task] = await tasksByIds(app.db, [(await createTask(app.db)).id])
    const user = (await findActiveUser(app.db, staff.userId))!
    const act = () => mailCompleted(app.db, [task!], { user, now: at() })
    return { act, keys: [[null, 'v1']] }
  },
  invitation: async () => {
    const person = { email: 'neu@example.org', first_name: 'Ute', last_name: 'Neu', user_type: 'staff' }
    let id: number | undefined
    const act = async () => {
      const answer = id
        ? await staff.post(`/api/v4/users/${id}/resend-invitation/`)
        : await staff.post('/api/v4/users/invite/', { ...person, permissions: [] })
      done(answer)
      id ??= answer.body.id
    }
    return { act, keys: linksOf('invitation') }
  },
  password_reset: async () => {
    const { email } = await createUser(app.db)
    const act = async () => done(await app.signedOut().post('/api/v4/users/password-reset/', { email }))
    return { act, keys: linksOf('password_reset') }
  },
  account_notice: async () => {
    const { email } = await createUser(app.db)
    const act = async () => done(await app.signedOut().post('/api/v4/users/password-reset/', { email }))
    return { act, keys: [[today, 'reset_asked']] }
  },
  export_ready: async () => {
    const asked = await app.db
      .insertInto('exports')
      .values({
        user_id: staff.userId,
        list: 'users',
        query: JSON.stringify({
          search: '',
          filters: {},
          ordering: { key: 'name', descending: false },
          extra: { format: 'csv' },
        }),
        language: 'en_US',
        created_at: at(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const queued = { job: 'exports.build', payload: { id: asked.id } }
    const act = async () => {
      // The state left by a process killed during the export.
      await app.db.updateTable('exports').set({ status: 'running' }).execute()
      await runJob(app.services, work.jobs, queued, new AbortController().signal)
    }
    return { act, keys: [[null, null]] }
  },
  approval_decided: async () => {
    const row = {
      id: 1,
      act: 'fund',
      amount_cents: 100,
      about_title: 'P',
      proposed_by: staff.userId,
    } as const
    const act = () =>
      notifyProposer({ db: app.db, now: at(), services: app.services }, row, {
        state: 'approved',
        reason: '',
      })
    return { act, keys: [[null, 'approved']] }
  },
  review_public: toApplicant('review_public'),
  review_accepted: toApplicant('review_accepted'),
  review_rejected: toApplicant('review_rejected'),
  review_question: toApplicant('review_question'),
  applicant_note: toApplicant('applicant_note'),
  document_sent: sendDocument({ way: 'attachment' }),
  document_link: sendDocument({ way: 'link', until: '2026-12-01' }),
  proof_ends: async () => {
    const ends = { exemption_kind: 'notice', exemption_date: '2021-12-22' }
    await createOrganization(app.db, { email_contact: 'post@verein.example', ...ends })
    await raiseProofTasks(app.db, { today, auditContext: context() })
    const [task] = (await staff.get(tasksPath)).body.results
    const letter = { email: 'post@verein.example', language: 'sie_DE', subject: 'S', text: 'T' }
    const act = async () => done(await staff.post(`${tasksPath}${task.slug}/draft/send/`, letter))
    return { act, keys: eventsOf('reminder') }
  },
  review_handed_over: async () => {
    const reviewer = (await createUser(app.db, { rights: ['change_projects'] })).id
    const made = await createProject(app.db, { needs_donation_review: true, review_status: null })
    const asked = { selection: { slugs: [made.slug] }, reviewer, tell: true }
    const answer = await staff.post('/api/v4/projects/bulk/assign/', asked)
    done(answer)
    await app.runJobs()
    const run = await findRun(app.db, answer.body.bulk.id)
    const act = () => mailReviewers(app.db, run, { now: at(), today, baseUrl: 'https://almoner.example' })
    return { act, keys: [[null, '1']] }
  },
}

test.each(templateKeys)(
  '%s: mails of an act repeated an hour later differ in their keys only by occasion, not by time',
  async (template) => {
    const { act, keys } = await cases[template]()
    await act()
    anHourLater()
    await act()
    const rows = app.db.selectFrom('emails').select('dedupe_key').where('template', '=', template)
    const ends = (await rows.orderBy('id').execute()).map(({ dedupe_key }) => JSON.parse(dedupe_key).slice(4))
    const expected = typeof keys === 'function' ? await keys() : keys
    expect(ends).toEqual(expected)
    expect(new Set(ends.map(String)).size).toBe(typeof keys === 'function' ? 2 : 1)
  },
)
