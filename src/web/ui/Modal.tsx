import {
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { visible } from '#shared/text-direction.ts'
import { openLayer, useUnloadGuard } from '../layers.ts'
import { lastProposal } from '../awaiting-approval.ts'
import { useStore } from '../store.ts'
import { useText } from '../texts.ts'
import { Button, IconButton } from './Button.tsx'
import { IconX } from './icons.ts'
import { Spinner } from './Spinner.tsx'
import { hostToasts } from './toast-region.ts'
import { useReturnFocus } from './useReturnFocus.ts'
import './modal.css'

export type ModalProps = {
  title: string
  /** A second line under the title, e.g. "Project: …". */
  subtitle?: ReactNode
  /** Called by Escape, Back, the ✕, and a click outside; when `dirty`, after the question. */
  onClose: () => void
  /** 440, 600, 760 or 1000 px; full screen below 768 px from md on. */
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** A sheet instead of a centred box: from the bottom, or with `side` from the right. */
  drawer?: boolean | 'side'
  /**
   * Replaces the title at the top, which then is only the dialog's accessible name; Escape and a click outside close
   * it.
   */
  head?: ReactNode
  /** Buttons at the bottom; they stay visible while the body scrolls. As a function it receives the close that asks. */
  footer?: ReactNode | ((close: () => void) => ReactNode)
  /**
   * Typed text would be lost: closing asks with Discard / Keep editing, reloading and closing the tab ask as the
   * browser does. By default any text typed inside counts; a search box passes false.
   */
  dirty?: boolean
  /** Receives the focus instead of the first field. */
  initialFocus?: RefObject<HTMLElement | null>
  /** CSS min-height of the body, e.g. 600 for Tasks (spec §2). */
  minHeight?: number
  children?: ReactNode
}

/**
 * A native dialog named by its title: it lies in the top layer and makes the page inert. Render it only while it is
 * open: `{open && <Modal …/>}`. The focus goes to the first field and returns to the opener; Escape and Back close the
 * layer opened last.
 */
export function Modal(props: ModalProps) {
  const { title, subtitle, size = 'md', drawer, footer, minHeight, children } = props
  const t = useText()
  const id = useId()
  const box = useRef<HTMLDialogElement>(null)
  const [asking, setAsking] = useState(false)
  const [typed, setTyped] = useState(false)
  const dirty = props.dirty ?? typed
  const close = () => (dirty ? setAsking(true) : props.onClose())
  useReturnFocus()
  useDialog(box, close, props.initialFocus)
  useUnloadGuard(dirty)
  useCloseWhenProposed(props.onClose)
  return createPortal(
    <>
      <dialog
        ref={box}
        className={`modal-overlay ${drawer === 'side' ? 'side-drawer' : drawer ? 'drawer' : ''}`}
        aria-labelledby={id}
        aria-describedby={subtitle ? `${id}-about` : undefined}
        tabIndex={-1}
        onMouseDown={closeOutside(close)}
        onInput={(event) => isOwn(event) && setTyped(hasText(event.currentTarget))}
        // The layers handle Escape; this is the browser's own way to close, e.g. a phone's gesture.
        onCancel={(event) => {
          if (!isItself(event)) return
          event.preventDefault()
          close()
        }}
        onClose={(event) => {
          if (!isItself(event) || event.currentTarget.open) return
          // A browser may force the close; typed text must stay anyway.
          if (dirty) event.currentTarget.showModal()
          close()
        }}
      >
        <div className={`modal ${size}`}>
          <div className="modal-head" hidden={props.head !== undefined}>
            <div>
              <h2 id={id}>{visible(title)}</h2>
              {subtitle && (
                <p id={`${id}-about`} className="modal-subtitle">
                  {typeof subtitle === 'string' ? visible(subtitle) : subtitle}
                </p>
              )}
            </div>
            <IconButton icon={IconX} label={t('actions.close')} onClick={close} className="modal-x" />
          </div>
          {props.head}
          <div className="modal-body" style={minHeight ? { minHeight } : undefined}>
            <Suspense fallback={<Spinner />}>{children}</Suspense>
          </div>
          {footer && (
            <div className="modal-foot">{typeof footer === 'function' ? footer(close) : footer}</div>
          )}
        </div>
      </dialog>
      {asking && <ConfirmDiscard onKeep={() => setAsking(false)} onDiscard={props.onClose} />}
    </>,
    document.body,
  )
}

/**
 * The act waits for a second person: no input is lost, and nothing is left to do. Checked after each render, because a
 * dialog does not close while its call runs.
 */
function useCloseWhenProposed(close: () => void): void {
  const proposal = useStore(lastProposal)
  const [before] = useState(proposal)
  useEffect(() => {
    if (proposal !== before) close()
  })
}

export function ConfirmDiscard({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const t = useText()
  const keep = useRef<HTMLButtonElement>(null)
  return (
    <Modal
      title={t('form.unsaved')}
      size="sm"
      onClose={onKeep}
      initialFocus={keep}
      footer={
        <>
          <Button onClick={onDiscard}>{t('actions.discard')}</Button>
          <Button ref={keep} variant="primary" onClick={onKeep}>
            {t('actions.keep_editing')}
          </Button>
        </>
      }
    >
      <p>{t('form.leave')}</p>
    </Modal>
  )
}

function useDialog(
  box: RefObject<HTMLDialogElement | null>,
  close: () => void,
  initialFocus: RefObject<HTMLElement | null> | undefined,
): void {
  const closeNow = useEffectEvent(close)
  useLayoutEffect(() => {
    const dialog = box.current
    if (!dialog) return
    dialog.showModal()
    ;(initialFocus?.current ?? firstField(dialog) ?? dialog).focus()
    const releaseToasts = hostToasts(dialog)
    const closeLayer = openLayer({ close: () => closeNow() })
    return () => {
      closeLayer()
      releaseToasts()
      // Returns the focus to its former owner.
      dialog.close()
    }
  }, [box, initialFocus])
}

const focusable =
  'a[href],button:not([disabled]),input:not([disabled]),select:not([disabled]),textarea:not([disabled]),[tabindex]:not([tabindex="-1"]),iframe'

const firstField = (dialog: HTMLElement) =>
  [...dialog.querySelectorAll<HTMLElement>(`:is(.modal-head-own, .modal-body) :is(${focusable})`)].find(
    (found) => !found.matches('[readonly]') && found.checkVisibility?.() !== false,
  )

/** Fields whose text would be lost; search text and list choices are not typed text. */
const textFields =
  'textarea, input:not([type]):not([role]), input:is([type=text], [type=email], [type=number], [type=tel], [type=url]):not([role])'

const hasText = (dialog: HTMLElement) =>
  [...dialog.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(textFields)].some(
    (field) => !field.readOnly && field.value !== '',
  )

type OverlayEvent = { target: EventTarget; currentTarget: HTMLElement }
/** False for events of a dialog rendered inside this one: React bubbles them. */
const isOwn = ({ target, currentTarget }: OverlayEvent) => currentTarget.contains(target as Node)
/** False for events of descendants, e.g. a cancelled file choice. */
const isItself = ({ target, currentTarget }: OverlayEvent) => target === currentTarget

const closeOutside = (close: () => void) => (event: React.MouseEvent<HTMLElement>) => {
  if (isItself(event) && event.button === 0) close()
}
