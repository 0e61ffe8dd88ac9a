import { useAllowed } from '#web/profile.tsx'
import { navigate } from '#web/router/navigate.ts'
import { useLocation } from '#web/router/page.ts'
import { stringifySearch } from '#web/search-params.ts'
import type { ProjectRow } from '../../contract.ts'
import { projectAddress } from '../columns.ts'

/** Whether a project waits for a review of any kind, so that a queue may begin with it. */
const waits = (project: ProjectRow) => project.needs_donation_review || project.needs_voting_review

/**
 * How a project is decided on from the list it is peeked at in: the list's queue begins with it, or its own page decides what
 * no queue has. `ask` opens the question to its applicant there. Undefined without the right, or where it is in no queue.
 */
export function useReview(project: ProjectRow): { review?: () => void; ask?: () => void } {
  const allowed = useAllowed()
  const { search } = useLocation()
  if (!allowed('change_projects')) return {}
  const { peek: _, page: __, page_size: ___, ...list } = search
  const begin = (more: { act?: 'ask' }) =>
    void navigate(`/site-admin/projects/review/${stringifySearch({ ...list, start: project.slug, ...more })}`)
  if (!waits(project)) return { review: () => void navigate(`${projectAddress(project.slug)}#review`) }
  return { review: () => begin({}), ask: () => begin({ act: 'ask' }) }
}
