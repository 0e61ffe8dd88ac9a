import { expect } from 'vitest'
import { createOrganization } from '../factories.ts'
import { type Changes, app, body, lastEvent, staff } from './world.ts'

/** Changes of organizations. */
export const organizationsChanges: Changes = {
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
  'POST /api/v4/organization/:slug/history/:event/undo/': async () => {
    const { slug, id } = await createOrganization(app.db, { city: 'Ulm' })
    await staff.patch(`/api/v4/organization/${slug}/`, { city: 'Köln', version: 1 })
    const event = await lastEvent('organization', id)
    return {
      path: { slug, event },
      options: body({}),
      event: {
        action: 'undo',
        object_type: 'organization',
        object_id: id,
        before: { city: 'Köln' },
        after: { city: 'Ulm', undoes: event },
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
}
