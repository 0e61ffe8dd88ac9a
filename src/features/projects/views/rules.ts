import type { TextKey } from '#shared/text-keys.ts'
import { overdueAfter } from '../rules.ts'

const waiting = 'needs_review=review,voting_review'

/** Built-in views in their order: by key, with the query string of the list. */
export const productViews = [
  { key: 'all', title: 'project_views.all', query: '' },
  { key: 'needs_review', title: 'project_views.needs_review', query: waiting },
  { key: 'mine', title: 'project_views.mine', query: `${waiting}&reviewer=me` },
  { key: 'nobodys', title: 'project_views.nobodys', query: `${waiting}&reviewer=nobody` },
  { key: 'overdue', title: 'project_views.overdue', query: `waiting=..-${overdueAfter + 1}` },
  { key: 'proof_ends', title: 'project_views.proof_ends', query: 'proof_status=ends_within:30' },
] as const satisfies readonly { key: string; title: TextKey; query: string }[]

/** Maximum number of a person's own views. */
export const mostViews = 50
