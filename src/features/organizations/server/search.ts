import { sql } from 'kysely'
import { notRemoved } from '#server/lists/removed-rows.ts'
import type { SearchKind } from '#server/search/kind.ts'
import { wordsLikeIn } from '#server/search/corrections.ts'
import { wholeWordsIn } from '#server/search/whole-words.ts'

/** Finds organizations by name, e-mail address, place and register number. */
export const organizationSearch: SearchKind<'organization'> = {
  kind: 'organization',
  permission: 'view_organizations',
  table: 'organizations',
  key: 'slug',
  slug: sql`slug`,
  title: sql`title`,
  subtitle: sql`email_contact`,
  folded: sql`title_sort`,
  others: [sql`slug`, sql`fold(email_contact)`],
  prefixes: ['title_sort'],
  slugColumn: 'slug',
  condition: notRemoved,
  wordsLike: wordsLikeIn('organization_words'),
  wholeWords: wholeWordsIn('organization_words'),
  facts: sql`jsonb_build_object('postcode', postcode, 'city', city, 'status', status, 'needs_review', needs_review,
    'review_status', review_status)`,
}
