import { expect } from 'vitest'
import { createOrganization, createProject, createTask } from '../factories.ts'
import { type Changes, app, body, fresh, made, staff } from './world.ts'

const ownTask = () => createTask(app.db, { created_by: staff.userId, users: [staff.userId] })

const draftedTask = async () => {
  const organization = await createOrganization(app.db, { title: 'Kulturwerk' })
  const task = await createTask(app.db, { organization_id: organization.id, users: [staff.userId] })
  await app.db
    .insertInto('proof_tasks')
    .values({ organization_id: organization.id, ends_on: '2026-12-01', stage: 30, reminder_id: task.id })
    .execute()
  return task
}

/** Changes of tasks and their templates. */
export const tasksChanges: Changes = {
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
  'POST /api/v4/reminders/:slug/draft/send/': async () => {
    const { slug, id, title } = await draftedTask()
    const draft = {
      email: 'post@kulturwerk.example',
      language: 'sie_DE',
      subject: 'Nachweis',
      text: 'Bitte.',
    }
    return {
      path: { slug },
      options: body(draft),
      event: {
        action: 'send',
        object_type: 'reminder',
        object_id: id,
        object_title: title,
        after: expect.objectContaining({ to: draft.email }),
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
  'POST /api/v4/reminders/snooze/': async () => {
    const { slug, id } = await ownTask()
    return {
      options: body({ slugs: [slug], scheduled_for: '2026-12-24' }),
      event: {
        action: 'snooze',
        object_type: 'reminder',
        object_id: id,
        before: { scheduled_for: '2026-11-30' },
        after: { scheduled_for: '2026-12-24' },
      },
    }
  },
  'POST /api/v4/reminders/snooze/undo/': async () => {
    const { slug, id } = await ownTask()
    await staff.post('/api/v4/reminders/snooze/', { slugs: [slug], scheduled_for: '2026-12-24' })
    return {
      options: body({ slugs: [slug] }),
      event: {
        action: 'undo',
        object_type: 'reminder',
        object_id: id,
        before: { scheduled_for: '2026-12-24' },
        after: expect.objectContaining({ scheduled_for: '2026-11-30' }),
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
      options: body({ title: 'Farewell', version: 1 }),
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
}

function taskTemplate(): Promise<{ id: number; title: string }> {
  const steps = [{ title: 'First', description: '', days: 0 }]
  return made('/api/v4/reminders/templates/', { title: fresh('Template'), steps })
}
