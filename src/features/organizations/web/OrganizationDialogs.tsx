import { api, q } from '#web/api.ts'
import { ConfirmSelection } from '#web/record/ConfirmSelection.tsx'
import type { ListHandle } from '#web/table/state/types.ts'
import { removeFromSelection } from '#web/table/state/useSelection.ts'
import { useText } from '#web/texts.ts'
import { ConfirmDelete } from '#web/record/ConfirmDelete.tsx'
import { refreshed } from '#web/stale.ts'
import { IconArchive } from '#web/ui/icons.ts'
import { InfoModal } from '#web/ui/InfoModal.tsx'
import { notify } from '#web/ui/toasts.ts'
import { organizationArchive } from './archive.ts'

export type OrganizationDialog =
  | { kind: 'info' | 'delete'; organization: { slug: string; title: string } }
  | { kind: 'archive'; list: ListHandle }

type OrganizationDialogsProps = { open: OrganizationDialog; onClose: () => void; onDeleted?: () => void }

export function OrganizationDialogs({ open, onClose, onDeleted }: OrganizationDialogsProps) {
  const t = useText()
  if (open.kind === 'archive')
    return (
      <ConfirmSelection
        title={t('organizations.archive_title')}
        text={t('organizations.archive_text')}
        of={open.list.selection}
        action={t('actions.archive')}
        icon={IconArchive}
        run={() => organizationArchive.archiveSelected(open.list).then(() => true)}
        onClose={onClose}
      />
    )
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
        removeFromSelection('organizations', [slug])
        onDeleted?.()
        await refreshed()
      }}
    />
  )
}
