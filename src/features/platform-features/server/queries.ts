import type { Db } from '#server/db/db.ts'
import type { PlatformFeatures } from '../contract.ts'

const columns = [
  'enableDonations',
  'enableSponsoring',
  'enableFoundation',
  'enableGewinnsparen',
  'all_or_nothing',
  'fallback_funding_type',
  'max_gift_cents',
  'import_confirm_cents',
  'grants360_prefix',
  'version',
] as const

/** Funding types that the platform offers. */
export function getPlatformFeatures(db: Db): Promise<PlatformFeatures> {
  return db
    .selectFrom('platform_features')
    .select(columns)
    .executeTakeFirstOrThrow() as Promise<PlatformFeatures>
}

/** The same, locked until the transaction ends. */
export function lockPlatformFeatures(tx: Db): Promise<PlatformFeatures> {
  return tx
    .selectFrom('platform_features')
    .select(columns)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow() as Promise<PlatformFeatures>
}
