import { type ComponentType, lazy, Suspense } from 'react'

/**
 * A dialog (or another layer) whose code is loaded when it is opened:
 *
 *   const TasksModal = lazyDialog(() => import('…/TasksModal.tsx'), 'TasksModal')
 *   {open && <TasksModal … />}          onPointerEnter={TasksModal.preload}
 *
 * While it loads the page stays as it is, and the opener keeps the focus that the dialog later gives back.
 */
export function lazyDialog<M, K extends keyof M>(load: () => Promise<M>, name: K) {
  type Props = M[K] extends ComponentType<infer P> ? P : never
  const Lazy = lazy(async () => ({ default: (await load())[name] as ComponentType<Props & object> }))
  function Dialog(props: Props) {
    return (
      <Suspense fallback={null}>
        <Lazy {...(props as Props & object)} />
      </Suspense>
    )
  }
  return Object.assign(Dialog, {
    preload: () => {
      // A failure to load ahead is no failure: opening loads again and reports.
      load().catch(() => undefined)
    },
  })
}
