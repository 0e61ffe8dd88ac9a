import { api } from '#web/api.ts'
import { useAllowed, useProfile } from '#web/profile.tsx'
import { useShortcut } from '#web/shortcuts.ts'
import { useText } from '#web/texts.ts'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import { openTasks } from '#features/tasks/web/open.ts'
import type { ProjectRow } from '../../contract.ts'
import { useReview } from './review.ts'

/** Acts on a project in its peek: review in the list's queue, tasks, assign to oneself. */
export function PeekActs({ project }: { project: ProjectRow }) {
  const t = useText()
  const allowed = useAllowed()
  const profile = useProfile()
  const { review } = useReview(project)
  const isMine = profile !== undefined && project.reviewer?.id === profile.id
  const tasks = () => {
    if (allowed('view_reminders')) openTasks({ type: 'project', id: project.id, title: project.title })
  }
  const assign = async () => {
    if (!profile || !allowed('change_projects')) return
    const body = { project_slugs: [project.slug], reviewer: isMine ? null : profile.id }
    try {
      await api('POST /api/v4/projects/reviewer/', { body })
      notify({ tone: 'success', title: t(isMine ? 'projects.peek.given_up' : 'projects.peek.assigned') })
    } catch (error) {
      notify({ tone: 'danger', title: explain(error, t) })
    }
  }
  useShortcut('r', () => review?.())
  useShortcut('t', tasks)
  useShortcut('i', () => void assign())
  return (
    <>
      <PermissionButton variant="primary" permission="change_projects" onClick={() => review?.()}>
        {t('columns.review_status')} <kbd className="kbd">R</kbd>
      </PermissionButton>
      <PermissionButton permission="view_reminders" onClick={tasks}>
        {t('projects.peek.task')} <kbd className="kbd">T</kbd>
      </PermissionButton>
      <PermissionButton permission="change_projects" onClick={() => void assign()}>
        {t(isMine ? 'projects.peek.give_up' : 'projects.peek.assign_me')} <kbd className="kbd">I</kbd>
      </PermissionButton>
    </>
  )
}
