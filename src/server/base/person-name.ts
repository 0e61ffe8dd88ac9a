import { sql } from 'kysely'

/** The display name of a row of `users`; null without one. */
export const personName = sql`coalesce(nullif(trim(users.first_name || ' ' || users.last_name), ''), users.username::text)`
