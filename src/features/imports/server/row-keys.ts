import { sql } from 'kysely'

/** Key of a staged row's gift. */
export const giftKey = sql<string>`gift_hash || ':' || occurrence`

/** The same, also for reversal rows. */
export const rowKey = sql<string>`coalesce(gift_hash, reversal_hash) || ':' || occurrence`
