import { api, q } from '#web/api.ts'
import type { ListHandle } from '#web/table/state/types.ts'
import { removeFromSelection } from '#web/table/state/useSelection.ts'
import { useText } from '#web/texts.ts'
import { ConfirmDelete } from '#web/record/ConfirmDelete.tsx'
import { refreshed } from '#web/stale.ts'
import { InfoModal } from '#web/ui/InfoModal.tsx'
import { notify } from '#web/ui/toasts.ts'
import { BulkDecide } from './acts/BulkDecide.tsx'
import type { BulkAction as BulkKind } from '#features/bulk-runs/rules.ts'
import { BulkDivide } from './acts/BulkDivide.tsx'
import { BulkAssign, BulkInternalStatus, BulkMail } from './acts/BulkFields.tsx'
import { BulkPlain } from './acts/BulkPlain.tsx'
import { BulkTask } from './acts/BulkTask.tsx'
import { DuplicateProjects } from './DuplicateProjects.tsx'

type NamedRecord = { slug: string; title: string }
export type ProjectDialog =
  | { kind: 'info' | 'delete'; project: NamedRecord }
  | { kind: 'duplicate'; project: NamedRecord }
  | { kind: BulkKind; list: ListHandle }

type ProjectDialogsProps = { open: ProjectDialog; onClose: () => void; onDeleted?: () => void }

export function ProjectDialogs({ open, onClose, onDeleted }: ProjectDialogsProps) {
  const t = useText()
  if (open.kind === 'info')
    return (
      <InfoModal
        title={open.project.title}
        query={q('GET /api/v4/project/:slug/info/', { params: { slug: open.project.slug } })}
        failedText={t('projects.info_failed')}
        onClose={onClose}
      />
    )
  if (open.kind === 'delete')
    return (
      <ConfirmDelete
        title={open.project.title}
        typed={{ label: t('projects.confirm_title') }}
        onClose={onClose}
        onDelete={async (typed) => {
          await api('DELETE /api/v4/project/:slug/', {
            params: { slug: open.project.slug },
            body: { confirm_title: typed },
          })
          notify({ tone: 'success', title: t('projects.deleted'), message: open.project.title })
          removeFromSelection('projects', [open.project.slug])
          onDeleted?.()
          await refreshed()
        }}
      />
    )
  if ('list' in open) return <BulkDialog {...open} onClose={onClose} />
  return <DuplicateProjects project={open.project} onClose={onClose} />
}

function BulkDialog({ kind, list, onClose }: { kind: BulkKind; list: ListHandle; onClose: () => void }) {
  switch (kind) {
    case 'decide':
      return <BulkDecide list={list} onClose={onClose} />
    case 'task':
      return <BulkTask list={list} onClose={onClose} />
    case 'internal_status':
      return <BulkInternalStatus list={list} onClose={onClose} />
    case 'assign':
      return <BulkAssign list={list} onClose={onClose} />
    case 'divide':
      return <BulkDivide list={list} onClose={onClose} />
    case 'mail':
      return <BulkMail list={list} onClose={onClose} />
    default:
      return <BulkPlain act={kind} list={list} onClose={onClose} />
  }
}
