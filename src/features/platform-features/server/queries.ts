import type { Db } from '#server/db/db.ts'
import type { PlatformFeatures } from '../contract.ts'

const columns = [
  'enableDonations',
  'enableSponsoring',
  'enableFoundation',
  'enableGewinnsparen',
  'version',
] as const

/** Which funding types the platform offers. */
export function getPlatformFeatures(db: Db): Promise<PlatformFeatures> {
  return db.selectFrom('platform_features').select(columns).executeTakeFirstOrThrow()
}

/** The same, locked until the transaction ends. */
export function lockPlatformFeatures(tx: Db): Promise<PlatformFeatures> {
  return tx.selectFrom('platform_features').select(columns).forNoKeyUpdate().executeTakeFirstOrThrow()
}
