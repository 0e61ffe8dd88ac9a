import {
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { isTopLayer, openLayer } from '../layers.ts'
import { useText } from '../texts.ts'
import { Button, IconButton } from './Button.tsx'
import { IconX } from './icons.ts'
import { Spinner } from './Spinner.tsx'
import { useReturnFocus } from './useReturnFocus.ts'
import './modal.css'

export type ModalProps = {
  title: string
  /** A second line under the title, e.g. "Project: …". */
  subtitle?: ReactNode
  /** Called by Escape, the ✕, and a click outside; after the question when `dirty`. */
  onClose: () => void
  /** 440, 600, 760 or 1000 px; full screen below 768 px from md on. */
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** Shown as a sheet instead of a box in the middle: from the bottom, or with `side` from the right. */
  drawer?: boolean | 'side'
  /** Buttons at the bottom; they stay visible while the body scrolls. As a function it gets the close that asks. */
  footer?: ReactNode | ((close: () => void) => ReactNode)
  /** Typed text would be lost: closing asks with Discard / Keep editing. */
  dirty?: boolean
  /** Gets the focus instead of the first field. */
  initialFocus?: RefObject<HTMLElement | null>
  /** CSS min-height of the body, e.g. 600 for Tasks (spec §2). */
  minHeight?: number
  children?: ReactNode
}

/**
 * A dialog named by its title. Render it only while it is open: `{open && <Modal …/>}`. Focus goes to the first field,
 * stays inside, and returns to the opener; Escape closes the top layer only.
 */
export function Modal(props: ModalProps) {
  const { title, subtitle, size = 'md', drawer, footer, dirty, minHeight, children } = props
  const t = useText()
  const titleId = useId()
  const box = useRef<HTMLDivElement>(null)
  const [asking, setAsking] = useState(false)
  const close = () => (dirty ? setAsking(true) : props.onClose())
  useReturnFocus()
  useLayer(box, close, props.initialFocus)
  return createPortal(
    <div
      className={`modal-overlay ${drawer === 'side' ? 'side-drawer' : drawer ? 'drawer' : ''}`}
      data-layer
      onMouseDown={closeOutside(close)}
    >
      <div
        ref={box}
        className={`modal ${size}`}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
      >
        <div className="modal-head">
          <div>
            <h2 id={titleId}>{title}</h2>
            {subtitle && <p className="modal-subtitle">{subtitle}</p>}
          </div>
          <IconButton icon={IconX} label={t('actions.close')} onClick={close} className="modal-x" />
        </div>
        <div className="modal-body" style={minHeight ? { minHeight } : undefined}>
          <Suspense fallback={<Spinner />}>{children}</Suspense>
        </div>
        {footer && <div className="modal-foot">{typeof footer === 'function' ? footer(close) : footer}</div>}
      </div>
      {asking && <AskDiscard onKeep={() => setAsking(false)} onDiscard={props.onClose} />}
    </div>,
    document.body,
  )
}

/** Asks before typed text is thrown away. */
export function AskDiscard({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
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

const focusable =
  'a[href],button:not([disabled]),input:not([disabled]),select:not([disabled]),textarea:not([disabled]),[tabindex]:not([tabindex="-1"]),iframe'

/** What Tab can reach inside an element, in reading order. */
export function focusablesIn(element: HTMLElement): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>(focusable)].filter(
    (found) => found.checkVisibility?.() !== false && !found.closest('[inert]'),
  )
}

function useLayer(
  box: RefObject<HTMLDivElement | null>,
  close: () => void,
  initialFocus: RefObject<HTMLElement | null> | undefined,
): void {
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    const layer = openLayer()
    const below = coverPage(box.current)
    const first =
      box.current && focusablesIn(box.current).find((found) => found.matches('.modal-body :not([readonly])'))
    ;(initialFocus?.current ?? first ?? box.current)?.focus()
    const onKey = (event: KeyboardEvent) => {
      if (!isTopLayer(layer.id) || event.defaultPrevented) return
      if (event.key === 'Escape') {
        event.preventDefault()
        closeNow()
      }
      if (event.key === 'Tab' && box.current) keepInside(event, box.current)
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      layer.close()
      for (const element of below) element.inert = false
      if (document.querySelector('[data-layer]') === null)
        document.documentElement.classList.remove('covered')
    }
  }, [box, initialFocus])
}

/** Makes everything under this layer inert, except the toasts; gives what it changed. */
function coverPage(box: HTMLElement | null): HTMLElement[] {
  document.documentElement.classList.add('covered')
  const own = box?.closest<HTMLElement>('[data-layer]')
  const others = [...document.querySelectorAll<HTMLElement>('#root, [data-layer]')]
  const below = others.filter((element) => element !== own && !element.inert)
  for (const element of below) element.inert = true
  return below
}

function keepInside(event: KeyboardEvent, box: HTMLElement): void {
  const inside = focusablesIn(box)
  const first = inside[0]
  const last = inside.at(-1)
  if (!first || !last) return event.preventDefault()
  const active = document.activeElement
  const target =
    !box.contains(active) || (!event.shiftKey && active === last)
      ? first
      : event.shiftKey && (active === first || active === box)
        ? last
        : undefined
  if (!target) return
  event.preventDefault()
  target.focus()
}

const closeOutside = (close: () => void) => (event: React.MouseEvent) => {
  if (event.target === event.currentTarget && event.button === 0) close()
}
