import { api } from '#web/api.ts'
import { useText } from '#web/texts.ts'
import { ConfirmDelete } from '#web/record/ConfirmDelete.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { Task } from '../contract.ts'
import { tellFailure } from './actions.ts'

type DeleteTaskProps = { task: Task; onClose: () => void; onDeleted?: () => void }

/** Asks before deleting; afterwards the caller closes its dialog and the list reloads (design §8). */
export function DeleteTask({ task, onClose, onDeleted }: DeleteTaskProps) {
  const t = useText()
  const remove = async () => {
    await api('DELETE /api/v4/reminders/:slug/', { params: { slug: task.slug } })
    notify({ tone: 'success', title: t('tasks.deleted'), message: task.title })
    onDeleted?.()
  }
  const removeOrTell = async () => {
    try {
      await remove()
    } catch (error) {
      tellFailure(error, () => {
        remove().then(onClose, (again: unknown) => tellFailure(again, () => void removeOrTell()))
      })
      throw error
    }
  }
  return (
    <ConfirmDelete title={task.title} onDelete={removeOrTell} onClose={onClose}>
      {t('tasks.delete_effect')}
    </ConfirmDelete>
  )
}
