import { sql } from 'kysely'
import { notRemoved } from '#server/removed.ts'
import type { SearchKind } from '#server/search.ts'
import { wordsLikeIn } from '#server/search-words.ts'

/** Organizations, found by name, e-mail address, place and register number. */
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
  wholeWords: {
    known: 'organization_words',
    indexed: sql`words_in(search_text)`,
    unread: sql<boolean>`has_runs_beyond(search_text, words_in(search_text))`,
  },
  facts: sql`jsonb_build_object('postcode', postcode, 'city', city, 'status', status, 'needs_review', needs_review,
    'review_status', review_status)`,
}
