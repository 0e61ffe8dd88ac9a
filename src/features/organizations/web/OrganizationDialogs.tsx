import { useState } from 'react'
import { api, q } from '#web/api.ts'
import { bulkLimit } from '#web/table/selected.ts'
import type { ListHandle } from '#web/table/types.ts'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { ConfirmDelete } from '#web/ui/ConfirmDelete.tsx'
import { IconArchive } from '#web/ui/icons.ts'
import { InfoModal } from '#web/ui/InfoModal.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { OrganizationRow } from '../contract.ts'
import { archiveSelected, organizationsChanged } from './archive.ts'

/** A dialog over the list or over one organization; `list` when it acts on the selection. */
export type OrganizationDialog =
  | { kind: 'info' | 'delete'; organization: { slug: string; title: string } }
  | { kind: 'archive'; list: ListHandle<OrganizationRow> }

type OrganizationDialogsProps = { open: OrganizationDialog; onClose: () => void; onDeleted?: () => void }

/** The modals of organizations; loaded when the first one opens. */
export function OrganizationDialogs({ open, onClose, onDeleted }: OrganizationDialogsProps) {
  const t = useText()
  if (open.kind === 'archive') return <ArchiveOrganizations list={open.list} onClose={onClose} />
  const { slug, title } = open.organization
  if (open.kind === 'info')
    return (
      <InfoModal
        title={title}
        query={q('GET /api/v4/organization/:slug/info/', { params: { slug } })}
        failedText={t('organizations.info_failed')}
        onClose={onClose}
      />
    )
  return (
    <ConfirmDelete
      title={title}
      onClose={onClose}
      onDelete={async () => {
        await api('DELETE /api/v4/organization/:slug/', { params: { slug } })
        notify({ tone: 'success', title: t('organizations.deleted'), message: title })
        onDeleted?.()
        await organizationsChanged()
      }}
    />
  )
}

function ArchiveOrganizations({ list, onClose }: { list: ListHandle<OrganizationRow>; onClose: () => void }) {
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
      title={t('organizations.archive_title')}
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
        <p>{t('organizations.archive_text')}</p>
        {tooMany && <Callout tone="warning">{t('list.too_many', { count, limit: bulkLimit })}</Callout>}
      </div>
    </Modal>
  )
}
