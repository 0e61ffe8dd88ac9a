import { api, NetworkError } from '#web/api.ts'
import { refreshed } from '#web/stale.ts'
import { translate } from '#web/texts.ts'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import { focusAfterRemoval } from '#web/ui/useReturnFocus.ts'

type NamedTask = { slug: string; title: string }

export async function markDone(task: NamedTask): Promise<void> {
  await resolve(task, true, () => {
    notify({
      tone: 'success',
      title: translate('tasks.marked_done'),
      message: task.title,
      action: { text: translate('actions.undo'), isUndo: true, run: () => void reopen(task) },
    })
  })
}

export async function reopen(task: NamedTask): Promise<void> {
  await resolve(task, false, () => {
    notify({ tone: 'success', title: translate('tasks.reopened'), message: task.title })
  })
}

/** Tasks with a pending call, for which a second click does nothing. */
const pendingTasks = new Set<string>()

async function resolve(task: NamedTask, done: boolean, tell: () => void): Promise<void> {
  if (pendingTasks.has(task.slug)) return
  pendingTasks.add(task.slug)
  const pressed = document.activeElement instanceof HTMLElement ? document.activeElement : undefined
  try {
    await api('POST /api/v4/reminders/resolve/:slug/', {
      params: { slug: task.slug },
      body: { resolve: done },
    })
    tell()
  } catch (error) {
    notifyFailure(error, () => void resolve(task, done, tell))
    // Without an answer the lists are still current.
    if (error instanceof NetworkError) return
  } finally {
    pendingTasks.delete(task.slug)
  }
  await refreshed()
  if (pressed) focusAfterRemoval(pressed, task.slug)
}

/** Toast 'Error' with a retry, for failures that the specification does not cover (product.md §2). */
export function notifyFailure(error: unknown, retry: () => void): void {
  notify({
    tone: 'danger',
    title: translate('states.error'),
    message: explain(error, translate),
    action: { text: translate('actions.try_again'), run: retry },
  })
}
