import { useMemo, useState } from 'react'
import { api } from '#web/api.ts'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { columnsOf, titleOf } from '#web/table/list/columns.ts'
import { ListTable } from '#web/table/list/ListTable.tsx'
import type { RowAction } from '#web/table/state/types.ts'
import { useCan } from '#web/profile.tsx'
import { useText } from '#web/texts.ts'
import { ConfirmDelete } from '#web/record/ConfirmDelete.tsx'
import { refreshed } from '#web/stale.ts'
import { IconPencil, IconPlus, IconTrash } from '#web/ui/icons.ts'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { notify } from '#web/ui/toasts.ts'
import { taskTemplateCells } from '../cells.ts'
import type { TaskTemplate } from '../contract.ts'
import { taskTemplateList } from '../table.ts'

const TemplateModal = lazyDialog(() => import('./TemplateModal.tsx'), 'TemplateModal')

type Dialog = { kind: 'create' } | { kind: 'edit' | 'delete'; template: TaskTemplate }

const titleColumn = titleOf<TaskTemplate>(taskTemplateList, (template) => ({ title: template.title }))

const columns = columnsOf(taskTemplateList, taskTemplateCells, {
  steps: (template, t) =>
    template.steps.map((step) => `${t('tasks.days_later', { count: step.days })} ${step.title}`).join(' · '),
})

export function TaskTemplatesPage() {
  const t = useText()
  const [dialog, setDialog] = useState<Dialog>()
  const rowActions = useMemo(() => rowActionsOf(setDialog), [])
  const close = () => setDialog(undefined)
  const mayCreate = useCan('create_reminder_templates')
  const create = (
    <PermissionButton
      permission="create_reminder_templates"
      variant="primary"
      size="sm"
      icon={IconPlus}
      onPointerEnter={TemplateModal.preload}
      onClick={() => setDialog({ kind: 'create' })}
    >
      {t('tasks.templates.create')}
    </PermissionButton>
  )
  return (
    <>
      <ListTable
        route="GET /api/v4/reminders/templates/"
        declaration={taskTemplateList}
        title={t('nav.task_templates')}
        titleColumn={titleColumn}
        columns={columns}
        rowKey={keyOf}
        rowActions={rowActions}
        searchText={t('tasks.templates.search')}
        emptyText={t('tasks.templates.none_yet')}
        emptyHint={t('list.begin_with', { action: t('tasks.templates.create') })}
        emptyAction={mayCreate && create}
        noneMatchText={t('tasks.templates.none_match')}
        actions={() => create}
      />
      {dialog?.kind === 'create' && <TemplateModal onClose={close} />}
      {dialog?.kind === 'edit' && <TemplateModal template={dialog.template} onClose={close} />}
      {dialog?.kind === 'delete' && (
        <ConfirmDelete
          title={dialog.template.title}
          onClose={close}
          onDelete={async () => {
            await api('DELETE /api/v4/reminders/templates/:id/', { params: { id: dialog.template.id } })
            notify({ tone: 'success', title: t('tasks.templates.deleted'), message: dialog.template.title })
            await refreshed()
          }}
        >
          {t('tasks.templates.delete_effect')}
        </ConfirmDelete>
      )}
    </>
  )
}

const keyOf = (template: TaskTemplate) => String(template.id)

function rowActionsOf(open: (dialog: Dialog) => void): RowAction<TaskTemplate>[] {
  return [
    {
      key: 'edit',
      text: 'actions.edit',
      icon: IconPencil,
      prominent: true,
      permission: 'change_reminder_templates',
      onSelect: (template) => open({ kind: 'edit', template }),
    },
    {
      key: 'delete',
      text: 'actions.delete',
      icon: IconTrash,
      danger: true,
      permission: 'delete_reminder_templates',
      onSelect: (template) => open({ kind: 'delete', template }),
    },
  ]
}
