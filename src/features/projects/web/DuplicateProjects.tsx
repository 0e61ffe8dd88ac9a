import { useState } from 'react'
import { api, newIdempotencyKey } from '#web/api.ts'
import { bulkLimit, selectedSlugs } from '#web/table/selected.ts'
import type { ListHandle } from '#web/table/types.ts'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { IconCopy } from '#web/ui/icons.ts'
import { Modal } from '#web/ui/Modal.tsx'
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
  const [running, setRunning] = useState(false)
  // Kept until the modal closes: a call whose answer got lost can be repeated without a second copy.
  const [key] = useState(newIdempotencyKey)
  const count = project ? 1 : (list?.selection.count ?? 0)
  const tooMany = count > bulkLimit
  const duplicate = async () => {
    if (count === 0 || tooMany) return
    setRunning(true)
    try {
      const slugs = project ? [project.slug] : await selectedSlugs('GET /api/v4/projects/', list!)
      await api('POST /api/v4/projects/duplicate/', { body: { project_slugs: slugs }, idempotencyKey: key })
      notify({ tone: 'success', title: t('states.success'), message: t('projects.duplicated') })
      list?.clearSelection()
      onClose()
      await projectsChanged()
    } catch (error) {
      notify({ tone: 'danger', title: t('projects.duplicate_failed'), message: explain(error, t) })
    } finally {
      setRunning(false)
    }
  }
  return (
    <Modal
      title={t('projects.duplicate_title')}
      subtitle={project ? project.title : t('list.selected', { count })}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('actions.close')}</Button>
          <Button
            variant="primary"
            icon={IconCopy}
            loading={running}
            disabled={count === 0 || tooMany}
            onClick={() => void duplicate()}
          >
            {t('actions.duplicate')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{t('projects.duplicate_text')}</p>
        {tooMany && <Callout tone="warning">{t('list.too_many', { count, limit: bulkLimit })}</Callout>}
      </div>
    </Modal>
  )
}
