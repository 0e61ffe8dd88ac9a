import { api, q } from '#web/api.ts'
import { ConfirmSelection } from '#web/record/ConfirmSelection.tsx'
import type { ListHandle } from '#web/table/types.ts'
import { leaveSelection } from '#web/table/useSelection.ts'
import { useText } from '#web/texts.ts'
import { ConfirmDelete } from '#web/record/ConfirmDelete.tsx'
import { IconArchive } from '#web/ui/icons.ts'
import { InfoModal } from '#web/ui/InfoModal.tsx'
import { notify } from '#web/ui/toasts.ts'
import { projectArchive, projectsChanged } from './archive.ts'
import { PaymentsWarning } from './PaymentsWarning.tsx'
import { DuplicateProjects } from './DuplicateProjects.tsx'

type Named = { slug: string; title: string }
/** A dialog over the list or over one project; `list` when it acts on the selection. */
export type ProjectDialog =
  | { kind: 'info' | 'delete'; project: Named }
  | { kind: 'duplicate'; project: Named }
  | { kind: 'duplicate' | 'archive'; list: ListHandle }

type ProjectDialogsProps = { open: ProjectDialog; onClose: () => void; onDeleted?: () => void }

/** The modals of projects; loaded when the first one opens. */
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
          leaveSelection('projects', [open.project.slug])
          onDeleted?.()
          await projectsChanged()
        }}
      />
    )
  if (open.kind === 'archive')
    return (
      <ConfirmSelection
        title={t('projects.archive_title')}
        text={t('projects.archive_text')}
        of={open.list.selection}
        action={t('actions.archive')}
        icon={IconArchive}
        run={() => projectArchive.archiveSelected(open.list).then(() => true)}
        onClose={onClose}
      >
        <PaymentsWarning list={open.list} />
      </ConfirmSelection>
    )
  return (
    <DuplicateProjects
      {...('project' in open ? { project: open.project } : { list: open.list })}
      onClose={onClose}
    />
  )
}
