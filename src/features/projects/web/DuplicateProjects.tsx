import { useState } from 'react'
import { api, newIdempotencyKey } from '#web/api.ts'
import { ConfirmSelection } from '#web/record/ConfirmSelection.tsx'
import { reportMissingRows } from '#web/table/state/refusals.ts'
import { useText } from '#web/texts.ts'
import { IconCopy } from '#web/ui/icons.ts'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'

type DuplicateProjectsProps = { project: { slug: string; title: string }; onClose: () => void }

/** The duplicate-projects modal (spec §2, §8) for one project. */
export function DuplicateProjects({ project, onClose }: DuplicateProjectsProps) {
  const t = useText()
  // The idempotency key lives until the modal closes, so that a retry after a lost answer creates no second copy.
  const [key] = useState(newIdempotencyKey)
  const duplicate = async (): Promise<boolean> => {
    try {
      const { duplicated, gone } = await api('POST /api/v4/projects/duplicate/', {
        body: { selection: { slugs: [project.slug] } },
        idempotencyKey: key,
      })
      if (duplicated.length > 0)
        notify({ tone: 'success', title: t('states.success'), message: t('projects.duplicated') })
      reportMissingRows(gone, { titleOf: () => project.title })
    } catch (error) {
      notify({ tone: 'danger', title: t('projects.duplicate_failed'), message: explain(error, t) })
      return false
    }
    return true
  }
  return (
    <ConfirmSelection
      title={t('projects.duplicate_title')}
      text={t('projects.duplicate_text')}
      of={{ title: project.title }}
      action={t('actions.duplicate')}
      icon={IconCopy}
      run={duplicate}
      onClose={onClose}
    />
  )
}
