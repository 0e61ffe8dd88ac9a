import { useState } from 'react'
import { api } from '#web/api.ts'
import { bulkLimit, selectedSlugs } from '#web/table/selected.ts'
import type { ListHandle } from '#web/table/types.ts'
import { translate, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { IconArchive } from '#web/ui/icons.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { ProjectRow } from '../contract.ts'
import { blockingSlugs, projectsChanged, tellArchiveFailure } from './archive.ts'

/** Archives the selection after naming the effect. All or none: rows that stand in the way stay selected. */
export function ArchiveProjects({ list, onClose }: { list: ListHandle<ProjectRow>; onClose: () => void }) {
  const t = useText()
  const [running, setRunning] = useState(false)
  const { count } = list.selection
  const tooMany = count > bulkLimit
  const archive = async () => {
    setRunning(true)
    await archiveSelected(list)
    setRunning(false)
    onClose()
  }
  return (
    <Modal
      title={t('projects.archive_title')}
      subtitle={t('list.selected', { count })}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('actions.close')}</Button>
          <Button
            variant="primary"
            icon={IconArchive}
            loading={running}
            disabled={tooMany}
            onClick={() => void archive()}
          >
            {t('actions.archive')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{t('projects.archive_text')}</p>
        {tooMany && <Callout tone="warning">{t('list.too_many', { count, limit: bulkLimit })}</Callout>}
      </div>
    </Modal>
  )
}

async function archiveSelected(list: ListHandle<ProjectRow>): Promise<void> {
  let slugs: string[] = []
  try {
    slugs = await selectedSlugs('GET /api/v4/projects/', list)
    await archiveAll(slugs)
    list.clearSelection()
  } catch (error) {
    const blocking = blockingSlugs(error)
    const others = slugs.filter((slug) => !blocking.includes(slug))
    // None was archived. The person may leave out those in the way, which then stay selected.
    const without = {
      text: translate('projects.archive_others', { count: others.length }),
      run: () =>
        void archiveAll(others).then(
          () => list.keepSelected(blocking),
          (again: unknown) => tellArchiveFailure(again),
        ),
    }
    tellArchiveFailure(error, blocking.length > 0 && others.length > 0 ? without : undefined)
  }
}

async function archiveAll(slugs: readonly string[]): Promise<void> {
  await api('POST /api/v4/projects/archive/', { body: { project_slugs: [...slugs] } })
  notify({
    tone: 'success',
    title: translate('states.success'),
    message: translate('projects.archived', { count: slugs.length }),
  })
  await projectsChanged()
}
