import { sql } from 'kysely'
import type { SearchKind } from '#server/search/kind.ts'
import { wholeWordsIn } from '#server/search/whole-words.ts'

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
  wholeWords: wholeWordsIn('task_words'),
  facts: sql`jsonb_build_object('scheduled_for', scheduled_for::text, 'status', status)`,
}
