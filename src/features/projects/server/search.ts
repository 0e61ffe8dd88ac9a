import { sql } from 'kysely'
import { notRemoved } from '#server/lists/removed-rows.ts'
import type { SearchKind } from '#server/search/kind.ts'
import { wordsLikeIn } from '#server/search/corrections.ts'

/** Finds projects by their title and that of their organization. */
export const projectSearch: SearchKind<'project'> = {
  kind: 'project',
  permission: 'view_projects',
  table: 'projects',
  key: 'slug',
  slug: sql`slug`,
  title: sql`title`,
  subtitle: sql`organization_title`,
  folded: sql`title_sort`,
  others: [sql`slug`, sql`organization_sort`],
  prefixes: ['title_sort', 'organization_sort'],
  slugColumn: 'slug',
  condition: notRemoved,
  wordsLike: wordsLikeIn('project_words'),
  wholeWords: {
    known: 'project_words',
    indexed: sql`to_tsvector('simple', search_text)`,
    unread: sql<boolean>`has_unread_words(search_text)`,
  },
  facts: sql`jsonb_build_object('target_cents', target_cents, 'ends_on', ends_on::text, 'status', status,
    'needs_review', needs_donation_review or needs_voting_review, 'review_status', review_status)`,
}
