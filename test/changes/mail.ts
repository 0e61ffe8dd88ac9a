import { expect } from 'vitest'
import { z } from 'zod'
import { defineJob, enqueue } from '#server/work/jobs.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { startJobs } from '#server/work/worker.ts'
import { type Changes, app, body, fresh, staff } from './world.ts'

const mail = { template: 'task_created', object: { type: 'reminder', id: 7 }, data: { title: 'A' } } as const

/** Changes of e-mails, their templates, and jobs. */
export const mailChanges: Changes = {
  'PATCH /api/v4/email-templates/:key/': async () => ({
    path: { key: 'task_created' },
    options: body({ subject: { en_US: 'Something to do: {{ title }}' }, version: 0 }),
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
    const path = '/api/v4/email-templates/task_due/'
    const { version } = (await staff.get(path)).body
    expect((await staff.patch(path, { subject, version })).status).toBe(200)
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
  'POST /api/v4/email-templates/:key/adapted/': async () => {
    const path = '/api/v4/email-templates/task_completed/'
    const { version } = (await staff.get(path)).body
    const subject = { en_US: `Done: {{ title }} ${version}` }
    const changed = await staff.patch(path, { subject, version })
    expect(changed.status).toBe(200)
    return {
      path: { key: 'task_completed' },
      options: body({ language: 'du_DE', version: changed.body.version }),
      event: {
        action: 'confirm',
        object_type: 'email_template',
        object_title: 'task_completed',
        before: { not_adapted: { du_DE: 'en_US', sie_DE: 'en_US' } },
        after: { not_adapted: { sie_DE: 'en_US' } },
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
}

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
  await expect.poll(async () => (await newest())?.state).toBe('failed')
  await worker.stop()
  return (await newest()).id
}
