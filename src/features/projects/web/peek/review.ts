import { useAllowed } from '#web/profile.tsx'
import { navigate } from '#web/router/navigate.ts'
import { useLocation } from '#web/router/page.ts'
import { stringifySearch } from '#shared/search-params.ts'
import { kindOf } from '#features/reviews/queue.ts'
import type { ProjectRow } from '../../contract.ts'
import { projectAddress } from '../columns.ts'

/**
 * Extra query for the list's queue, so that it holds this project with the review it waits for. A list that names no
 * review, or several, uses the queue of those waiting for `review`. Undefined for a project that waits for none.
 */
function queueOf(project: ProjectRow, list: Readonly<Record<string, unknown>>) {
  if (project.needs_donation_review) return {}
  if (project.needs_voting_review) {
    const named = Object.entries(list).map(([name, value]) => [name, String(value).split(',')])
    return kindOf(Object.fromEntries(named)) === 'voting' ? {} : { needs_review: 'voting_review' }
  }
  return undefined
}

/**
 * Chooses the way to decide a project from its list: the list's queue, beginning with it, or its own page when no queue
 * has it. `ask` opens the question to its applicant there. Undefined without the right, or when it is in no queue.
 */
export function useReview(project: ProjectRow): { review?: () => void; ask?: () => void } {
  const allowed = useAllowed()
  const { search } = useLocation()
  if (!allowed('change_projects')) return {}
  const { peek: _, page: __, page_size: ___, ...list } = search
  const queue = queueOf(project, list)
  if (!queue) return { review: () => void navigate(`${projectAddress(project.slug)}#review`) }
  const begin = (more: { act?: 'ask' }) => {
    const asked = stringifySearch({ ...list, ...queue, start: project.slug, ...more })
    void navigate(`/site-admin/projects/review/${asked}`)
  }
  return { review: () => begin({}), ask: () => begin({ act: 'ask' }) }
}
