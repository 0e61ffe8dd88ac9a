import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { lazyPart, type PropsOf } from '../lazy-part.ts'
import { isGone, isMissingCode } from './new-version.ts'
import { translate } from '../texts.ts'
import { notify } from './toasts.ts'

/**
 * A dialog (or another layer) whose code is loaded when it is opened:
 *
 *   const TasksModal = lazyDialog(() => import('…/TasksModal.tsx'), 'TasksModal')
 *   {open && <TasksModal … onClose={…} />}          onPointerEnter={TasksModal.preload}
 *
 * While it loads the page stays as it is (or `Meanwhile` holds its place), and the opener keeps the focus that the dialog later gives back. When its
 * code cannot be loaded it closes with a message, so that what was typed on the page is not lost.
 */
export function lazyDialog<M, K extends keyof M>(load: () => Promise<M>, name: K, Meanwhile?: ComponentType) {
  type Props = PropsOf<M[K]>
  const part = lazyPart(load, name)
  function Dialog(props: Props) {
    const [Content, setContent] = useState(part.now)
    const fail = useEffectEvent((error: unknown) => {
      void report(error)
      const { onClose } = props as { onClose?: () => void }
      onClose?.()
    })
    useEffect(() => {
      let gone = false
      part.load().then(
        (component) => gone || setContent(() => component),
        (error: unknown) => gone || fail(error),
      )
      return () => {
        gone = true
      }
    }, [])
    if (Content) return <Content {...(props as Props & object)} />
    return Meanwhile ? <Meanwhile /> : null
  }
  return Object.assign(Dialog, {
    preload: () => {
      // A failure to load ahead is no failure: opening loads again and reports.
      part.load().catch(() => undefined)
    },
  })
}

async function report(error: unknown): Promise<void> {
  const title = translate('states.error')
  if (!isMissingCode(error))
    return void notify({
      tone: 'danger',
      title,
      message: translate(navigator.onLine ? 'states.no_answer' : 'shell.offline'),
    })
  // A missing file after a release has its own message.
  if (await isGone(error)) return
  notify({
    tone: 'danger',
    title,
    message: translate('shell.connection_lost'),
    action: { text: translate('shell.reload'), run: () => location.reload() },
  })
}
