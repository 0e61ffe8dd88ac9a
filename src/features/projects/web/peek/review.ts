import { useAllowed } from '#web/profile.tsx'
import { navigate } from '#web/router/navigate.ts'
import { useLocation } from '#web/router/page.ts'
import { stringifySearch } from '#shared/search-params.ts'
import { kindOf } from '#features/reviews/queue.ts'
import type { ProjectRow } from '../../contract.ts'
import { projectAddress } from '../columns.ts'

/**
 * Extra filters so that the list's queue contains this project and the review it waits for. A list that names no review, or
 * several, uses the `review` queue. Undefined for a project that waits for none.
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
 * How to decide a project from its list: in the list's queue, or on its own page if no queue contains it. `ask` opens the
 * question to the applicant there. Both are undefined without the right; `ask` also if no queue contains it.
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
