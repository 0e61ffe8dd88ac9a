import { useStore } from '#web/store.ts'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { closeTasks, openedTasks } from './open.ts'

const TasksModal = lazyDialog(() => import('./TasksModal.tsx'), 'TasksModal')

/** Hosts the modal that `openTasks` shows; rendered once beside the shell. */
export function TasksLayer() {
  const opened = useStore(openedTasks)
  if (!opened) return null
  return <TasksModal key={`${opened.target.type}-${opened.target.id}`} opened={opened} onClose={closeTasks} />
}

/** Preloads the modal's code, e.g. when the pointer approaches its button. */
export const preloadTasks = TasksModal.preload
