import { expect } from 'vitest'
import { createOrganization, createProject } from '../factories.ts'
import { type Change, type Changes, app, body } from './world.ts'

const archivedProject = () => createProject(app.db, { status: 3, previous_status: 2 })

/** Changes of projects. */
export const projectsChanges: Changes = {
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
