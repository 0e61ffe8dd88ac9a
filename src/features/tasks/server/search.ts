import { sql } from 'kysely'
import type { SearchKind } from '#server/search.ts'

/** Tasks, found by their title, what they are for, and their description. */
export const taskSearch: SearchKind<'task'> = {
  kind: 'task',
  permission: 'view_reminders',
  table: 'reminders',
  key: 'slug',
  slug: sql`slug`,
  title: sql`title`,
  subtitle: sql`target_title`,
  folded: sql`title_sort`,
  others: [sql`target_sort`],
  prefixes: ['title_sort', 'target_sort'],
  wholeWords: {
    known: 'task_words',
    indexed: sql`words_in(search_text)`,
    unread: sql<boolean>`has_runs_beyond(search_text, words_in(search_text))`,
  },
  facts: sql`jsonb_build_object('scheduled_for', scheduled_for::text, 'status', status)`,
}
