import { queueMail } from '#server/mail/outbox.ts'
import { expect } from 'vitest'
import { createOrganization, createProject } from '../factories.ts'
import { type Change, type Changes, actor, app, body, lastEvent, staff } from './world.ts'

const archivedProject = () => createProject(app.db, { status: 3, previous_status: 2 })

const savedView = async (): Promise<string> =>
  (await staff.post('/api/v4/projects/views/', { title: 'Bonn', query: 'town=Bonn' })).body.slug

/** Changes of projects. */
export const projectsChanges: Changes = {
  'POST /api/v4/projects/views/': async () => ({
    options: body({ title: 'Berlin', query: 'town=Berlin' }),
    event: {
      action: 'create',
      object_type: 'project_view',
      object_title: 'Berlin',
      after: { title: 'Berlin', query: 'town=Berlin', is_shared: false },
    },
  }),
  'PATCH /api/v4/projects/views/:slug/opening/': async () => ({
    path: { slug: 'needs_review' },
    options: body({ roles: ['reviewer'] }),
    event: {
      action: 'change',
      object_type: 'project_view',
      object_title: 'Needs review',
      before: { opens_for: [] },
      after: { opens_for: ['reviewer'] },
    },
  }),
  'PATCH /api/v4/projects/views/:slug/': async () => ({
    path: { slug: await savedView() },
    options: body({ is_shared: true, version: 1 }),
    event: {
      action: 'change',
      object_type: 'project_view',
      after: expect.objectContaining({ is_shared: true }),
    },
  }),
  'DELETE /api/v4/projects/views/:slug/': async () => ({
    path: { slug: await savedView() },
    event: { action: 'delete', object_type: 'project_view', object_title: 'Bonn' },
  }),
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
        before: {
          voting_review_status: null,
          needs_voting_review: true,
          needs_voting_review_since: '2026-11-01T08:00:00.000Z',
        },
        after: { voting_review_status: 2, needs_voting_review: false },
      },
    }
  },
  'POST /api/v4/projects/reviewer/': async () => {
    const { slug, id } = await createProject(app.db)
    return {
      options: body({ project_slugs: [slug], reviewer: actor.id }),
      event: {
        action: 'change',
        object_type: 'project',
        object_id: id,
        before: { reviewer: null },
        after: { reviewer: expect.any(String) },
      },
    }
  },
  'POST /api/v4/project/:slug/history/:event/undo/': async () => {
    const { slug, id } = await createProject(app.db, { is_banned: true })
    await staff.patch(`/api/v4/project/${slug}/`, { is_banned: false, version: 1 })
    const event = await lastEvent('project', id)
    return {
      path: { slug, event },
      options: body({}),
      event: {
        action: 'undo',
        object_type: 'project',
        object_id: id,
        before: { is_banned: false },
        after: { is_banned: true, undoes: event },
      },
    }
  },
  'POST /api/v4/projects/bulk/:action/': async () => {
    const { slug } = await createProject(app.db, { needs_donation_review: true })
    const sent = { kind: 'review', outcome: 3, reason: 'No plan', mail: false }
    return {
      path: { action: 'decide' },
      options: body({ selection: { slugs: [slug] }, ...sent }),
      event: {
        action: 'run',
        object_type: 'bulk_run',
        object_title: 'decide',
        after: { action: 'decide', total: 1, input: sent },
      },
    }
  },
  'POST /api/v4/projects/bulk/:id/cancel/': async () => {
    const id = await runOf('running')
    return {
      path: { id },
      event: { action: 'cancel', object_type: 'bulk_run', object_id: id, before: { state: 'running' } },
    }
  },
  'POST /api/v4/projects/bulk/:id/retry/': async () => {
    const id = await runOf('done')
    await app.db
      .updateTable('bulk_rows')
      .set({ state: 'failed', code: 'edit_conflict' })
      .where('run_id', '=', id)
      .execute()
    return {
      path: { id },
      event: { action: 'retry', object_type: 'bulk_run', object_id: id, before: { state: 'done' } },
    }
  },
  'POST /api/v4/projects/bulk/:id/stop-mails/': async () => {
    const id = await runOf('done')
    const { id: event } = await app.db
      .selectFrom('audit_events')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    await app.db.updateTable('bulk_rows').set({ event_id: event }).where('run_id', '=', id).execute()
    const to = { email: 'applicant@example.org', language: 'sie_DE' as const }
    await queueMail(app.db, {
      template: 'applicant_note',
      to,
      object: null,
      data: {},
      event,
      now: app.clock.now,
    })
    return {
      path: { id },
      event: { action: 'stop_mails', object_type: 'bulk_run', object_id: id, before: { state: 'done' } },
    }
  },
  'POST /api/v4/projects/bulk/:id/undo/': async () => {
    const id = await runOf('done')
    return {
      path: { id },
      event: { action: 'undo', object_type: 'bulk_run', object_id: id, before: { state: 'done' } },
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
}

/** A run over one project in the given state. */
async function runOf(state: string): Promise<number> {
  const { slug } = await createProject(app.db, { needs_donation_review: true })
  const sent = { selection: { slugs: [slug] }, kind: 'review', outcome: 4 }
  const { body: answer } = await staff.post('/api/v4/projects/bulk/decide/', sent)
  const { id } = answer.bulk as { id: number }
  await app.db.updateTable('bulk_runs').set({ state }).where('id', '=', id).execute()
  return id
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
