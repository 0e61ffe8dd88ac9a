import { api } from '#web/api.ts'
import { useText } from '#web/texts.ts'
import { ConfirmDelete } from '#web/record/ConfirmDelete.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { Task } from '../contract.ts'
import { notifyFailure } from './actions.ts'

type DeleteTaskProps = { task: Task; onClose: () => void; onDeleted?: () => void }

/** Asks before deleting; afterwards the caller closes its dialog and the list reloads (design §8). */
export function DeleteTask({ task, onClose, onDeleted }: DeleteTaskProps) {
  const t = useText()
  const remove = async () => {
    await api('DELETE /api/v4/reminders/:slug/', { params: { slug: task.slug } })
    notify({ tone: 'success', title: t('tasks.deleted'), message: task.title })
    onDeleted?.()
  }
  const removeOrNotify = async () => {
    try {
      await remove()
    } catch (error) {
      notifyFailure(error, () => {
        remove().then(onClose, (again: unknown) => notifyFailure(again, () => void removeOrNotify()))
      })
      throw error
    }
  }
  return (
    <ConfirmDelete title={task.title} onDelete={removeOrNotify} onClose={onClose}>
      {t('tasks.delete_effect')}
    </ConfirmDelete>
  )
}
