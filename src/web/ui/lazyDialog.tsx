import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { lazyPart, type PropsOf } from '../lazy-part.ts'
import { openLayer } from '../layers.ts'
import { isCodeFileGone, isMissingCode } from './new-version.ts'
import { translate } from '../texts.ts'
import { notify } from './toasts.ts'

type HasClose = { onClose: (...given: never[]) => void }

/**
 * A dialog (or another layer over the page) whose code is loaded when it is opened:
 *
 *   const TasksModal = lazyDialog(() => import('…/TasksModal.tsx'), 'TasksModal')
 *   {open && <TasksModal … onClose={…} />}          onPointerEnter={TasksModal.preload}
 *
 * While it loads, the page stays unchanged (or shows `Meanwhile`), and the opener keeps the focus, to which the dialog
 * later returns it. The dialog already counts as open: typing triggers no single-key shortcuts of the page, and Escape
 * and Back close it. If its code cannot be loaded, it closes with a message, so that no input on the page is lost.
 */
export function lazyDialog<M, K extends keyof M>(
  load: () => Promise<M>,
  name: PropsOf<M[K]> extends HasClose ? K : never,
  Meanwhile?: ComponentType,
) {
  return lazyComponent(load, name as K, Meanwhile, true)
}

/** The same for a lazy part of the page, such as a peek or a phone's cards: the page stays usable meanwhile. */
export function lazyPagePart<M, K extends keyof M>(
  load: () => Promise<M>,
  name: K,
  Meanwhile?: ComponentType,
) {
  return lazyComponent(load, name, Meanwhile, false)
}

function lazyComponent<M, K extends keyof M>(
  load: () => Promise<M>,
  name: K,
  Meanwhile: ComponentType | undefined,
  isLayer: boolean,
) {
  type Props = PropsOf<M[K]>
  const part = lazyPart(load, name)
  function Late(props: Props) {
    const [Content, setContent] = useState(part.now)
    const close = useEffectEvent(() => (props as Partial<HasClose>).onClose?.())
    useEffect(() => {
      let gone = false
      part.load().then(
        (component) => gone || setContent(() => component),
        (error: unknown) => {
          if (gone) return
          void reportLoadFailure(error)
          close()
        },
      )
      return () => {
        gone = true
      }
    }, [])
    const isComing = isLayer && !Content
    useEffect(() => (isComing ? openLayer({ close: () => close() }) : undefined), [isComing])
    if (Content) return <Content {...(props as Props & object)} />
    return Meanwhile ? <Meanwhile /> : null
  }
  return Object.assign(Late, {
    preload: () => {
      // A failed preload is ignored: opening loads again and reports.
      part.load().catch(() => undefined)
    },
  })
}

/** Reports that a code file could not be loaded. */
export async function reportLoadFailure(error: unknown): Promise<void> {
  const title = translate('states.error')
  if (!isMissingCode(error))
    return void notify({
      tone: 'danger',
      title,
      message: translate(navigator.onLine ? 'states.no_answer' : 'shell.offline'),
    })
  // A file missing after a release has its own message.
  if (await isCodeFileGone(error)) return
  notify({
    tone: 'danger',
    title,
    message: translate('shell.connection_lost'),
    action: { text: translate('shell.reload'), run: () => location.reload() },
  })
}
