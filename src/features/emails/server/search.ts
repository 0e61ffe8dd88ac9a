import { sql } from 'kysely'
import type { Holder } from '#shared/permissions.ts'
import { seesDonors } from '#shared/personal-data.ts'
import type { SearchKind } from '#server/search/kind.ts'
import { isOfDonor } from './donor-mails.ts'

/** Finds mails by recipient and subject, never by content; the newest first. */
const emailSearch: SearchKind<'email'> = {
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

/** The same for a person; without the right to see donors it finds no mails to donors. */
export const emailSearchFor = (holder: Holder): SearchKind<'email'> =>
  seesDonors(holder) ? emailSearch : { ...emailSearch, condition: sql<boolean>`not ${isOfDonor}` }
