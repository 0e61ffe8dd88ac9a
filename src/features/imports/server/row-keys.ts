import { sql } from 'kysely'

/** Key of the gift that a staged row is. */
export const giftKey = sql<string>`gift_hash || ':' || occurrence`

/** The same of a row that takes back a gift as well. */
export const rowKey = sql<string>`coalesce(gift_hash, reversal_hash) || ':' || occurrence`
