import { sql } from 'kysely'
import type { SearchKind } from '#server/search-kind.ts'

/** Mails, found by who they are for and their subject, never by what stands in them; the newest first. */
export const emailSearch: SearchKind<'email'> = {
  kind: 'email',
  permission: 'view_emails',
  table: 'emails',
  key: 'id',
  slug: sql`id::text`,
  title: sql`subject`,
  subtitle: sql`to_email`,
  folded: sql`fold(subject)`,
  others: [sql`fold(to_email)`, sql`fold(to_name)`],
  prefixes: [],
  newestFirst: true,
  facts: sql`jsonb_build_object('state', state)`,
}
