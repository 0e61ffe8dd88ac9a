import { audit, auditOf, differences } from '#server/audit/audit.ts'
import { implement } from '#server/routes/implement.ts'
import { conflict } from '#server/base/errors.ts'
import { platformFeatures } from '../contract.ts'
import { getPlatformFeatures, lockPlatformFeatures } from './queries.ts'

export const platformFeatureRoutes = implement(platformFeatures, {
  read: ({ db }) => getPlatformFeatures(db),

  change: async ({ db, body, auditContext }) => {
    const { version, ...changes } = body
    const { version: known, ...before } = await lockPlatformFeatures(db)
    if (version !== undefined && version !== known)
      throw conflict('edit_conflict', { current: { ...before, version: known } })
    const differing = differences(before, { ...before, ...changes })
    if (Object.keys(differing.after).length === 0) return { ...before, version: known }
    await db
      .updateTable('platform_features')
      .set({ ...changes, version: known + 1 })
      .execute()
    await audit(db, auditContext, {
      action: 'change',
      ...auditOf('platform_features', { id: 1 }),
      ...differing,
    })
    return getPlatformFeatures(db)
  },
})
