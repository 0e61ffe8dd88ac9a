import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contracts } from '#features/contracts.ts'
import { fullNameWithUsername } from '#server/session.ts'
import { defineJob, enqueue } from '#server/jobs.ts'
import { queueMail } from '#server/mail.ts'
import { startJobs } from '#server/worker.ts'
import type { Route } from '#shared/route.ts'
import { type Answer, type CallOptions, type Client, type TestApp, testApp } from './app.ts'
import { createOrganization, createProject, createTask, createUser } from './factories.ts'

// Every call that changes something writes its audit event in the change's own transaction: with the event it happens,
// without it nothing happens.

const routes: Route[] = Object.values(contracts).flatMap((contract) =>
  Object.values(contract as Record<string, Route>),
)
const name = (route: Route) => `${route.method} ${route.path}`
const changing = routes.filter((route) => route.method !== 'GET').map(name)

/** Calls without an event, and why. */
const unrecorded: Record<string, string> = {
  'POST /api/v4/session/': 'a session ends by itself, and signing in must not wait for the chain of events',
  'DELETE /api/v4/session/': 'likewise',
  'POST /api/v4/email-templates/:key/preview/': 'shows what is sent along, keeps nothing',
}

/** Saves that are not the same when they are made again, and why; all others then write nothing. */
const growing = new Set([
  // adds to a budget
  'PATCH /api/v4/companies/donating-companies/:slug/',
  // what was checked before counts no longer, whatever was chosen
  'PATCH /api/v4/imports/:id/',
])

/** One successful call: the values of its path, its body, and what its event says. */
type Change = {
  path?: Record<string, string | number>
  options?: CallOptions
  /** Who calls, when it is not the superuser: somebody outside has no name until the link says whose it is. */
  as?: { client: Client; actor: { id: number | null; name: string } }
  event: {
    action: string
    object_type: string
    object_id?: number
    object_title?: string
    before?: unknown
    after?: unknown
  }
}

let app: TestApp
let staff: Client
let actor: { id: number; name: string }

beforeAll(async () => {
  app = await testApp()
  staff = await app.as('superuser')
  const user = await app.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', staff.userId)
    .executeTakeFirstOrThrow()
  actor = { id: user.id, name: fullNameWithUsername(user) }
  await sql`create function refuse_event() returns trigger language plpgsql as $$
    begin raise exception 'no event can be written'; end $$`.execute(app.db)
  await sql`create trigger refuse_event before insert on audit_events execute function refuse_event()`.execute(
    app.db,
  )
  await sql`alter table audit_events disable trigger refuse_event`.execute(app.db)
})
afterAll(() => app.close())

const body = (sent: unknown): CallOptions => ({ body: sent })
const made = async (path: string, sent: unknown) => {
  const answer = await staff.post(path, sent)
  expect(answer.status).toBe(201)
  return answer.body
}
let counter = 0
const fresh = (word: string) => `${word} ${++counter}`
const iban = 'DE89370400440532013000'
const archivedProject = () => createProject(app.db, { status: 3, previous_status: 2 })
const somebody = () =>
  createUser(app.db, { first_name: 'Kim', last_name: fresh('Klein'), rights: ['view_projects'] })
const mail = { template: 'task_created', object: { type: 'reminder', id: 7 }, data: { title: 'A' } } as const

async function failedEmail(): Promise<number> {
  const to = { email: `${fresh('mail').replace(' ', '')}@example.org`, name: 'A', language: 'en_US' } as const
  await queueMail(app.db, { ...mail, to, now: app.clock.now })
  const row = await app.db.selectFrom('emails').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  await app.db.updateTable('emails').set({ state: 'failed' }).where('id', '=', row.id).execute()
  return row.id
}

async function failedJob(): Promise<string> {
  const broken = async () => {
    throw new Error('out of paper')
  }
  const job = defineJob({ name: 'test.broken', payload: z.object({}), retries: 0, run: broken })
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const worker = await startJobs(app.services, { jobs: [job], chores: [] }, { log })
  await enqueue(app.db, job, {})
  const newest = async () => (await staff.get('/api/v4/jobs/?search=broken')).body.results[0]
  await expect.poll(async () => (await newest())?.state, { timeout: 25_000 }).toBe('failed')
  await worker.stop()
  return (await newest()).id
}

async function uploadedImport(): Promise<number> {
  const form = new FormData()
  form.set('file', new Blob(['Organisation;Projekt;Betrag\nA;B;1,00\n']), 'gifts.csv')
  const answer = await staff.call('POST', '/api/v4/imports/', { raw: form })
  expect(answer.status).toBe(201)
  return answer.body.id
}

/** The secret in the newest mail with a link. */
async function newestToken(): Promise<string> {
  const { data } = await app.db
    .selectFrom('emails')
    .select('data')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return /\/([\w-]{20,})\/$/.exec((data as { link: string }).link)![1]!
}

async function invited() {
  const email = `${fresh('new').replace(' ', '')}@example.org`
  return made('/api/v4/users/invite/', { email, user_type: 'staff', first_name: 'Nele', last_name: 'Neu' })
}

const outside = (actorOf: { id: number | null; name: string }) => ({
  client: app.signedOut(),
  actor: actorOf,
})
const nobody = { id: null, name: '' }

function internalStatus(subject: 'project' | 'organization'): Record<string, () => Promise<Change>> {
  const path = `/api/v4/${subject}s/internal-status/`
  const object_type = `${subject}_internal_status`
  const add = async () => (await made(path, { title: fresh('Mark') })).slug as string
  return {
    [`POST ${path}`]: async () => ({
      options: body({ title: 'Waiting' }),
      event: { action: 'create', object_type, object_title: 'Waiting', after: { title: 'Waiting' } },
    }),
    [`PATCH ${path}:slug/`]: async () => ({
      path: { slug: await add() },
      options: body({ title: 'Renamed' }),
      event: { action: 'change', object_type, object_title: 'Renamed', after: { title: 'Renamed' } },
    }),
    [`DELETE ${path}:slug/`]: async () => ({
      path: { slug: await add() },
      event: { action: 'delete', object_type, before: { title: expect.stringMatching(/^Mark/) } },
    }),
  }
}

const changes: Record<string, () => Promise<Change>> = {
  ...internalStatus('project'),
  ...internalStatus('organization'),

  'POST /api/v4/companies/donating-companies/': async () => ({
    options: body({ title: 'Brewery', budget_cents: 500 }),
    event: {
      action: 'create',
      object_type: 'company',
      object_title: 'Brewery',
      after: { title: 'Brewery', budget_cents: 500 },
    },
  }),
  'PATCH /api/v4/companies/donating-companies/:slug/': async () => ({
    path: { slug: (await made('/api/v4/companies/donating-companies/', { title: fresh('Mill') })).slug },
    options: body({ add_budget_cents: 700 }),
    event: {
      action: 'change',
      object_type: 'company',
      before: { budget_cents: 0 },
      after: { budget_cents: 700 },
    },
  }),

  'POST /api/v4/individual-bank-accounts/': async () => ({
    options: body({ title: 'Fund', iban }),
    event: {
      action: 'create',
      object_type: 'individual_bank_account',
      object_title: 'Fund',
      after: { title: 'Fund', iban },
    },
  }),
  'PATCH /api/v4/individual-bank-accounts/:slug/': async () => ({
    path: { slug: (await made('/api/v4/individual-bank-accounts/', { title: fresh('Fund'), iban })).slug },
    options: body({ title: 'Foundation' }),
    event: { action: 'change', object_type: 'individual_bank_account', after: { title: 'Foundation' } },
  }),
  'DELETE /api/v4/individual-bank-accounts/:slug/': async () => ({
    path: { slug: (await made('/api/v4/individual-bank-accounts/', { title: 'Fund', iban })).slug },
    event: { action: 'delete', object_type: 'individual_bank_account', before: { title: 'Fund', iban } },
  }),

  'POST /api/v4/settings/limits/': async () => ({
    options: body({ key: 'exemption_notice_months', valid_from: '2027-01-01', value: 48 }),
    event: {
      action: 'change',
      object_type: 'limit',
      object_title: 'exemption_notice_months',
      before: { value: 60 },
      after: { value: 48, valid_from: '2027-01-01' },
    },
  }),
  'PATCH /api/v4/platform-features/1/': async () => ({
    options: body({ enableSponsoring: false }),
    event: {
      action: 'change',
      object_type: 'platform_features',
      object_id: 1,
      before: { enableSponsoring: true },
      after: { enableSponsoring: false },
    },
  }),
  'PATCH /api/v4/table-settings/:tableName/': async () => ({
    path: { tableName: 'projects' },
    options: body({ projects: 'status' }),
    event: {
      action: 'change',
      object_type: 'table_settings',
      object_title: 'projects',
      before: { hidden_fields: [] },
      after: { hidden_fields: ['status'] },
    },
  }),
  'PATCH /api/v4/users/profile/': async () => ({
    options: body({ appearance: 'dark' }),
    event: {
      action: 'change',
      object_type: 'user',
      object_id: staff.userId,
      before: { appearance: 'system' },
      after: { appearance: 'dark' },
    },
  }),

  'POST /api/v4/organizations/': async () => ({
    options: body({ title: 'Choir', email_contact: 'choir@example.org' }),
    event: {
      action: 'create',
      object_type: 'organization',
      object_title: 'Choir',
      after: { title: 'Choir', email_contact: 'choir@example.org' },
    },
  }),
  'PATCH /api/v4/organization/:slug/': async () => {
    const { slug, id } = await createOrganization(app.db, { city: 'Ulm' })
    return {
      path: { slug },
      options: body({ city: 'Köln', version: 1 }),
      event: {
        action: 'change',
        object_type: 'organization',
        object_id: id,
        before: { city: 'Ulm' },
        after: { city: 'Köln' },
      },
    }
  },
  'DELETE /api/v4/organization/:slug/': async () => {
    const { slug, id, title } = await createOrganization(app.db)
    return {
      path: { slug },
      event: {
        action: 'delete',
        object_type: 'organization',
        object_id: id,
        before: expect.objectContaining({ slug, title }),
      },
    }
  },
  'POST /api/v4/organization/:slug/review/': async () => {
    const { slug, id } = await createOrganization(app.db)
    return {
      path: { slug },
      options: body({ kind: 'nonprofit', outcome: 3, reason: 'no statutes', version: 1 }),
      event: {
        action: 'review_decided',
        object_type: 'organization',
        object_id: id,
        before: { nonprofit_review_status: null },
        after: { nonprofit_review_status: 3, reason: 'no statutes' },
      },
    }
  },
  'POST /api/v4/organizations/archive/': async () => {
    const { slug, id } = await createOrganization(app.db)
    return {
      options: body({ organization_slugs: [slug] }),
      event: {
        action: 'archive',
        object_type: 'organization',
        object_id: id,
        before: { status: 2 },
        after: { status: 3 },
      },
    }
  },
  'POST /api/v4/organizations/unarchive/': async () => {
    const { slug, id } = await createOrganization(app.db, { status: 3, previous_status: 2 })
    return {
      options: body({ organization_slugs: [slug] }),
      event: {
        action: 'unarchive',
        object_type: 'organization',
        object_id: id,
        before: { status: 3 },
        after: { status: 2 },
      },
    }
  },

  'POST /api/v4/projects/': async () => {
    const organization = await createOrganization(app.db)
    const sent = { title: 'Stage', organization_slug: organization.slug, funding_type: 1 }
    return {
      options: body(sent),
      event: {
        action: 'create',
        object_type: 'project',
        object_title: 'Stage',
        after: expect.objectContaining(sent),
      },
    }
  },
  'PATCH /api/v4/project/:slug/': async () => {
    const { slug, id } = await createProject(app.db)
    return {
      path: { slug },
      options: body({ is_banned: true, version: 1 }),
      event: {
        action: 'change',
        object_type: 'project',
        object_id: id,
        before: { is_banned: false },
        after: { is_banned: true },
      },
    }
  },
  'DELETE /api/v4/project/:slug/': async () => {
    const { slug, id, title } = await createProject(app.db)
    return {
      path: { slug },
      options: body({ confirm_title: title }),
      event: {
        action: 'delete',
        object_type: 'project',
        object_id: id,
        before: expect.objectContaining({ slug, title, needs: [{ title: 'Need 1', amount_cents: 100_000 }] }),
      },
    }
  },
  'POST /api/v4/project/:slug/review/': async () => {
    const { slug, id } = await createProject(app.db, { needs_voting_review: true })
    return {
      path: { slug },
      options: body({ kind: 'voting', outcome: 2, version: 1 }),
      event: {
        action: 'review_decided',
        object_type: 'project',
        object_id: id,
        before: { voting_review_status: null, needs_voting_review: true },
        after: { voting_review_status: 2, needs_voting_review: false },
      },
    }
  },
  'POST /api/v4/projects/duplicate/': async () => {
    const { slug, title } = await createProject(app.db)
    return {
      options: body({ project_slugs: [slug] }),
      event: {
        action: 'duplicate',
        object_type: 'project',
        object_title: `${title} (Copy)`,
        after: { from: slug, title: `${title} (Copy)` },
      },
    }
  },
  'POST /api/v4/projects/archive/': () => archiving(),
  'POST /api/v3/projects/archive-projects/': () => archiving(),
  'POST /api/v4/projects/unarchive/': async () => {
    const { slug, id } = await archivedProject()
    return {
      options: body({ project_slugs: [slug] }),
      event: {
        action: 'unarchive',
        object_type: 'project',
        object_id: id,
        before: { status: 3 },
        after: { status: 2 },
      },
    }
  },

  'POST /api/v4/reminders/': async () => {
    const { id } = await createProject(app.db)
    return {
      options: body({
        title: 'Call',
        scheduled_for: '2026-12-01',
        users: [staff.userId],
        targetId: id,
        targetType: 'project',
      }),
      event: {
        action: 'create',
        object_type: 'reminder',
        object_title: 'Call',
        after: expect.objectContaining({ title: 'Call', scheduled_for: '2026-12-01' }),
      },
    }
  },
  'PATCH /api/v4/reminders/:slug/': async () => {
    const { slug, id, title } = await ownTask()
    return {
      path: { slug },
      options: body({ title: 'Write' }),
      event: {
        action: 'change',
        object_type: 'reminder',
        object_id: id,
        before: { title },
        after: { title: 'Write' },
      },
    }
  },
  'DELETE /api/v4/reminders/:slug/': async () => {
    const { slug, id, title } = await ownTask()
    return {
      path: { slug },
      event: {
        action: 'delete',
        object_type: 'reminder',
        object_id: id,
        before: expect.objectContaining({ title }),
      },
    }
  },
  'POST /api/v4/reminders/resolve/:slug/': async () => {
    const { slug, id } = await ownTask()
    return {
      path: { slug },
      options: body({ resolve: true }),
      event: {
        action: 'resolve',
        object_type: 'reminder',
        object_id: id,
        before: expect.objectContaining({ status: 1 }),
        after: expect.objectContaining({ status: 2 }),
      },
    }
  },
  'POST /api/v4/reminders/resolve/': async () => {
    const { slug, id } = await ownTask()
    return {
      options: body({ slugs: [slug] }),
      event: {
        action: 'resolve',
        object_type: 'reminder',
        object_id: id,
        before: expect.objectContaining({ status: 1 }),
        after: expect.objectContaining({ status: 2 }),
      },
    }
  },
  'POST /api/v4/reminders/templates/': async () => ({
    options: body({ title: 'Welcome', description: 'Call them' }),
    event: {
      action: 'create',
      object_type: 'reminder_template',
      object_title: 'Welcome',
      after: expect.objectContaining({ title: 'Welcome' }),
    },
  }),
  'PATCH /api/v4/reminders/templates/:id/': async () => {
    const { id, title } = await taskTemplate()
    return {
      path: { id },
      options: body({ title: 'Farewell' }),
      event: {
        action: 'change',
        object_type: 'reminder_template',
        object_id: id,
        before: { title },
        after: { title: 'Farewell' },
      },
    }
  },
  'DELETE /api/v4/reminders/templates/:id/': async () => {
    const { id, title } = await taskTemplate()
    return {
      path: { id },
      event: {
        action: 'delete',
        object_type: 'reminder_template',
        object_id: id,
        before: expect.objectContaining({ title }),
      },
    }
  },
  'POST /api/v4/reminders/templates/:id/apply/': async () => {
    const { id } = await taskTemplate()
    const project = await createProject(app.db)
    return {
      path: { id },
      options: body({
        start: '2026-12-01',
        users: [staff.userId],
        targetId: project.id,
        targetType: 'project',
      }),
      event: {
        action: 'create',
        object_type: 'reminder',
        object_title: 'First',
        after: expect.objectContaining({ title: 'First' }),
      },
    }
  },

  'PATCH /api/v4/email-templates/:key/': async () => ({
    path: { key: 'task_created' },
    options: body({ subject: { en_US: 'Something to do: {{ title }}' } }),
    event: {
      action: 'change',
      object_type: 'email_template',
      object_title: 'task_created',
      before: { subject: {} },
      after: { subject: { en_US: 'Something to do: {{ title }}' } },
    },
  }),
  'POST /api/v4/email-templates/:key/reset/': async () => {
    const subject = { en_US: 'Due: {{ title }}' }
    expect((await staff.patch('/api/v4/email-templates/task_due/', { subject })).status).toBe(200)
    return {
      path: { key: 'task_due' },
      options: body({}),
      event: {
        action: 'reset',
        object_type: 'email_template',
        object_title: 'task_due',
        before: { subject },
        after: { subject: {} },
      },
    }
  },
  'POST /api/v4/email-templates/:key/test/': async () => ({
    path: { key: 'task_due' },
    options: body({ language: 'en_US' }),
    event: {
      action: 'test',
      object_type: 'email_template',
      object_title: 'task_due',
      after: { language: 'en_US' },
    },
  }),
  'POST /api/v4/emails/:id/requeue/': async () => {
    const id = await failedEmail()
    return {
      path: { id },
      event: {
        action: 'requeue',
        object_type: 'email',
        object_id: id,
        before: { state: 'failed' },
        after: { state: 'queued' },
      },
    }
  },
  'POST /api/v4/emails/requeue/': async () => {
    const ids = [await failedEmail(), await failedEmail()]
    return {
      options: body({ ids }),
      event: { action: 'requeue', object_type: 'email', after: { ids } },
    }
  },
  'POST /api/v4/jobs/:id/retry/': async () => {
    const id = await failedJob()
    return {
      path: { id },
      event: { action: 'retry', object_type: 'job', object_title: 'test.broken', after: { id } },
    }
  },

  'PATCH /api/v4/permissions/users/:name/': async () => {
    const person = await somebody()
    return {
      path: { name: 'reminders' },
      options: body({ user_id: person.id, permission_types: ['view only'] }),
      event: {
        action: 'change_permissions',
        object_type: 'user',
        object_id: person.id,
        before: { reminders: [] },
        after: { reminders: ['view_reminders'] },
      },
    }
  },
  'PATCH /api/v4/users/:id/': async () => {
    const person = await somebody()
    return {
      path: { id: person.id },
      options: body({ first_name: 'Robin', version: 1 }),
      event: {
        action: 'change',
        object_type: 'user',
        object_id: person.id,
        before: { first_name: 'Kim' },
        after: { first_name: 'Robin' },
      },
    }
  },
  'POST /api/v4/users/:id/disable/': async () => {
    const person = await somebody()
    return {
      path: { id: person.id },
      event: {
        action: 'disable',
        object_type: 'user',
        object_id: person.id,
        before: { state: 'active' },
        after: { state: 'disabled' },
      },
    }
  },
  'POST /api/v4/users/:id/enable/': async () => {
    const person = await createUser(app.db, { state: 'disabled', password_hash: 'x' })
    return {
      path: { id: person.id },
      event: {
        action: 'enable',
        object_type: 'user',
        object_id: person.id,
        before: { state: 'disabled' },
        after: { state: 'active' },
      },
    }
  },
  'POST /api/v4/users/invite/': async () => ({
    options: body({ email: 'guest@example.org', user_type: 'staff', permissions: ['view_projects'] }),
    event: {
      action: 'invite',
      object_type: 'user',
      after: expect.objectContaining({ email: 'guest@example.org', permissions: ['view_projects'] }),
    },
  }),
  'POST /api/v4/users/:id/resend-invitation/': async () => {
    const { id, email } = await invited()
    return {
      path: { id },
      event: { action: 'resend_invitation', object_type: 'user', object_id: id, after: { email } },
    }
  },
  'POST /api/v4/users/invite/:token/accept/': async () => {
    const { id } = await invited()
    return {
      path: { token: await newestToken() },
      options: body({ username: 'nneu', password: 'ein gutes Wort' }),
      as: outside({ id, name: 'Nele Neu (nneu)' }),
      event: {
        action: 'accept_invitation',
        object_type: 'user',
        object_id: id,
        before: expect.objectContaining({ state: 'invited' }),
        after: { state: 'active', username: 'nneu' },
      },
    }
  },
  'POST /api/v4/users/password-reset/': async () => {
    const person = await createUser(app.db, { password_hash: 'x' })
    return {
      options: body({ email: person.email }),
      as: outside(nobody),
      event: { action: 'ask_password_reset', object_type: 'user', object_id: person.id },
    }
  },
  'POST /api/v4/users/password-reset/:token/': async () => {
    const person = await createUser(app.db, { password_hash: 'x' })
    await app.signedOut().post('/api/v4/users/password-reset/', { email: person.email })
    return {
      path: { token: await newestToken() },
      options: body({ password: 'ein neues Wort' }),
      as: outside({ id: person.id, name: fullNameWithUsername(person) }),
      // The password itself is a secret, before and after.
      event: { action: 'reset_password', object_type: 'user', object_id: person.id },
    }
  },

  'POST /api/v4/imports/': async () => {
    const form = new FormData()
    form.set('file', new Blob(['Organisation;Projekt;Betrag\nA;B;1,00\n']), 'new.csv')
    return {
      options: { raw: form },
      event: {
        action: 'upload',
        object_type: 'import',
        object_title: 'new.csv',
        after: expect.objectContaining({ filename: 'new.csv' }),
      },
    }
  },
  'PATCH /api/v4/imports/:id/': async () => {
    const id = await uploadedImport()
    return {
      path: { id },
      options: body({ funding_type: 3 }),
      event: {
        action: 'change',
        object_type: 'import',
        object_id: id,
        before: { funding_type: 1 },
        after: { funding_type: 3 },
      },
    }
  },
  'POST /api/v4/imports/:id/check/': () => importStep('check', 'uploaded', 'checking'),
  'POST /api/v4/imports/:id/run/': () => importStep('run', 'uploaded', 'running'),
  'POST /api/v4/imports/:id/cancel/': async () => {
    const id = await onlyImport()
    await app.db.updateTable('imports').set({ state: 'checking' }).where('id', '=', id).execute()
    return {
      path: { id },
      event: {
        action: 'cancel',
        object_type: 'import',
        object_id: id,
        before: { state: 'checking' },
        after: { state: 'cancelled' },
      },
    }
  },
  'DELETE /api/v4/imports/:id/': async () => {
    const id = await uploadedImport()
    return {
      path: { id },
      event: {
        action: 'delete',
        object_type: 'import',
        object_id: id,
        before: expect.objectContaining({ filename: 'gifts.csv', state: 'uploaded' }),
      },
    }
  },
}

async function archiving(): Promise<Change> {
  const { slug, id } = await createProject(app.db, { ends_on: '2026-01-01' })
  return {
    options: body({ project_slugs: [slug] }),
    event: {
      action: 'archive',
      object_type: 'project',
      object_id: id,
      before: { status: 2 },
      after: { status: 3 },
    },
  }
}

const ownTask = () => createTask(app.db, { created_by: staff.userId, users: [staff.userId] })

function taskTemplate(): Promise<{ id: number; title: string }> {
  const steps = [{ title: 'First', description: '', days: 0 }]
  return made('/api/v4/reminders/templates/', { title: fresh('Template'), steps })
}

/** One import works at a time: those before are over. */
async function onlyImport(): Promise<number> {
  await app.db.updateTable('imports').set({ state: 'cancelled' }).execute()
  return uploadedImport()
}

async function importStep(what: 'check' | 'run', before: string, after: string): Promise<Change> {
  const id = await onlyImport()
  return {
    path: { id },
    event: {
      action: what,
      object_type: 'import',
      object_id: id,
      before: { state: before },
      after: { state: after },
    },
  }
}

async function call(route: string, { path = {}, options = {}, as }: Change): Promise<Answer> {
  const [method, pattern] = route.split(' ') as [string, string]
  const address = pattern.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(path[key])))
  return (as?.client ?? staff).call(
    method,
    address,
    method === 'DELETE' || options.raw ? options : { body: {}, ...options },
  )
}

/** What every table holds, but for sessions and counted tries, which live outside the changes. */
async function everything(): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('sessions', 'sign_in_failures', 'project_counts', 'funding_totals')`.execute(
    app.db,
  )
  const contents: Record<string, string> = {}
  for (const { name: table } of rows) {
    const found = await sql<{ rows: string | null }>`
      select md5(string_agg(t::text, '|' order by t::text)) as rows from ${sql.table(table)} t`.execute(
      app.db,
    )
    contents[table] = found.rows[0]!.rows ?? ''
  }
  return contents
}

test('every changing call is here, or among those without an event', () => {
  expect([...Object.keys(changes), ...Object.keys(unrecorded)].sort()).toEqual(changing.toSorted())
})

describe('a change and its event come together or not at all', () => {
  test.each(Object.entries(changes))('%s', { timeout: 60_000 }, async (route, arrange) => {
    const change = await arrange()

    const untouched = await everything()
    await sql`alter table audit_events enable trigger refuse_event`.execute(app.db)
    const refused = await call(route, change)
    await sql`alter table audit_events disable trigger refuse_event`.execute(app.db)
    expect([refused.status, refused.body.code]).toEqual([500, 'unexpected'])
    expect(await everything()).toEqual(untouched)

    const answer = await call(route, change)
    expect([answer.status, answer.body]).toEqual([
      expect.toSatisfy((status: number) => status < 300),
      answer.body,
    ])
    const events = await app.db
      .selectFrom('audit_events')
      .select([
        'actor_id',
        'actor_name',
        'at',
        'action',
        'object_type',
        'object_id',
        'object_title',
        'before',
        'after',
      ])
      .where('request_id', '=', answer.headers.get('x-request-id'))
      .execute()
    const by = change.as?.actor ?? actor
    expect(events).toContainEqual({
      actor_id: by.id,
      actor_name: by.name,
      at: app.clock.now,
      object_id: expect.toSatisfy((id: unknown) => id === null || typeof id === 'number'),
      object_title: expect.any(String),
      before: expect.anything(),
      after: expect.anything(),
      ...(change.event.before === undefined ? { before: expect.toSatisfy(isRecordOrNull) } : {}),
      ...(change.event.after === undefined ? { after: expect.toSatisfy(isRecordOrNull) } : {}),
      ...change.event,
    })

    if (!route.startsWith('PATCH') || growing.has(route)) return
    const saved = await everything()
    expect([200, 409]).toContain((await call(route, change)).status)
    expect(await everything()).toEqual(saved)
  })
})

const isRecordOrNull = (value: unknown) => value === null || typeof value === 'object'
