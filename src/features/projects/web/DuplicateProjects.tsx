import { useState } from 'react'
import { api, newIdempotencyKey } from '#web/api.ts'
import { ConfirmSelection } from '#web/record/ConfirmSelection.tsx'
import { selectedSlugs } from '#web/table/selected.ts'
import type { ListHandle } from '#web/table/types.ts'
import { useText } from '#web/texts.ts'
import { IconCopy } from '#web/ui/icons.ts'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { ProjectRow } from '../contract.ts'
import { projectsChanged } from './archive.ts'

type DuplicateProjectsProps = {
  project?: { slug: string; title: string }
  list?: ListHandle<ProjectRow>
  onClose: () => void
}

/** The duplicate-projects modal (spec §2, §8). With nothing to duplicate it does nothing. */
export function DuplicateProjects({ project, list, onClose }: DuplicateProjectsProps) {
  const t = useText()
  // Kept until the modal closes: a call whose answer got lost can be repeated without a second copy.
  const [key] = useState(newIdempotencyKey)
  const count = project ? 1 : (list?.selection.count ?? 0)
  const duplicate = async (): Promise<boolean> => {
    try {
      const slugs = project ? [project.slug] : await selectedSlugs('GET /api/v4/projects/', list!)
      await api('POST /api/v4/projects/duplicate/', { body: { project_slugs: slugs }, idempotencyKey: key })
    } catch (error) {
      notify({ tone: 'danger', title: t('projects.duplicate_failed'), message: explain(error, t) })
      return false
    }
    notify({ tone: 'success', title: t('states.success'), message: t('projects.duplicated') })
    list?.clearSelection()
    void projectsChanged()
    return true
  }
  return (
    <ConfirmSelection
      title={t('projects.duplicate_title')}
      {...(project ? { subtitle: project.title } : {})}
      text={t('projects.duplicate_text')}
      count={count}
      action={t('actions.duplicate')}
      icon={IconCopy}
      run={duplicate}
      onClose={onClose}
    />
  )
}
