import { app, type Changes, staff } from './world.ts'

/** Exports made in the background. */
export const exportChanges: Changes = {
  'POST /api/v4/exports/:id/cancel/': async () => {
    const { id } = await app.db
      .insertInto('exports')
      .values({
        user_id: staff.userId,
        list: 'projects',
        query: JSON.stringify({ extra: {} }),
        language: 'en_US',
        created_at: app.clock.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      path: { id },
      event: { action: 'cancel', object_type: 'export', object_id: id, object_title: 'projects' },
    }
  },
}
