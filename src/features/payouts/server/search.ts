import { sql } from 'kysely'
import type { SearchKind } from '#server/search/kind.ts'

/** Search for payouts by number; words without a digit never match. */
export const payoutSearch: SearchKind<'payout'> = {
  kind: 'payout',
  permission: 'view_payouts',
  table: 'payouts',
  key: 'number',
  slug: sql`number`,
  title: sql`number`,
  subtitle: sql`project_title`,
  folded: sql`fold(number)`,
  others: [],
  prefixes: [],
  newestFirst: true,
  asksFor: (phrase) => /\d/.test(phrase),
  facts: sql`jsonb_build_object('amount_cents', amount_cents, 'state', state)`,
}
