import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { visible } from '#shared/text-direction.ts'
import { hasOpenLayer } from '../layers.ts'
import { controlKey, isTyping } from '../shortcuts.ts'
import { useIsInBrowser, useStore } from '../store.ts'
import { useText } from '../texts.ts'
import { Button, IconButton } from './Button.tsx'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from './icons.ts'
import { dismiss, toasts } from './toasts.ts'
import { showToastRegion, toastRegion } from './toast-region.ts'
import { restoreFocus } from './useReturnFocus.ts'
import './toasts.css'

const icons = { success: IconCircleCheck, danger: IconAlertTriangle, info: IconInfoCircle }
type ShownToast = ReturnType<typeof toasts.get>[number]

/** The region of all toasts; rendered once, and moved into an open modal so that it is not silenced. */
export function Toasts() {
  const t = useText()
  const shown = useStore(toasts)
  const quiet = shown.filter((toast) => toast.tone !== 'danger')
  const loud = shown.filter((toast) => toast.tone === 'danger')
  useEffect(showToastRegion, [])
  useUndoKey()
  // A portal is no part of the page that the server renders.
  if (!useIsInBrowser()) return null
  return createPortal(
    <section className="toasts" aria-label={t('shell.notifications')}>
      <div role="status" className="toasts-list">
        {quiet.map((toast) => (
          <OneToast key={toast.id} toast={toast} />
        ))}
      </div>
      {loud.map((toast) => (
        <div role="alert" key={toast.id}>
          <OneToast toast={toast} />
        </div>
      ))}
    </section>,
    toastRegion(),
  )
}

/** Ctrl+Z undoes the newest toast with Undo, except inside fields, which have their own undo, and windows. */
function useUndoKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isUndo || event.key.toLowerCase() !== 'z' || event.defaultPrevented || hasOpenLayer()) return
      if (isTyping(event.target)) return
      const last = toasts.get().findLast((toast) => toast.action?.isUndo)
      if (!last) return
      event.preventDefault()
      dismiss(last.id)
      last.action!.run()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function OneToast({ toast }: { toast: ShownToast }) {
  const t = useText()
  const [held, setHeld] = useState(false)
  const before = useRef<HTMLElement>(undefined)
  const Icon = icons[toast.tone]
  // The pressed button disappears with the toast: the focus returns to its former place.
  const leave = () => {
    dismiss(toast.id)
    requestAnimationFrame(() => restoreFocus(before.current))
  }
  useEffect(() => {
    if (toast.tone === 'danger' || held) return
    const timer = setTimeout(() => dismiss(toast.id), 6_000)
    return () => clearTimeout(timer)
  }, [toast, held])
  return (
    <div
      className="toast"
      data-tone={toast.tone}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={({ relatedTarget, currentTarget }) => {
        setHeld(true)
        if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
          before.current = relatedTarget
      }}
      onBlur={() => setHeld(false)}
    >
      <Icon size={18} stroke={1.8} aria-hidden />
      <div className="toast-text">
        <strong>{visible(toast.title)}</strong>
        {toast.message && <span>{visible(toast.message)}</span>}
        {(toast.action ?? toast.details) && (
          <span className="toast-actions">
            {[toast.action, toast.details].map(
              (act) =>
                act && (
                  <Button
                    key={act.text}
                    size="sm"
                    {...('isUndo' in act && { 'aria-keyshortcuts': 'Control+Z' })}
                    onClick={() => {
                      leave()
                      act.run()
                    }}
                  >
                    {act.text}
                    {'isUndo' in act && (
                      <kbd className="kbd" aria-hidden>
                        {controlKey(t, 'Z')}
                      </kbd>
                    )}
                  </Button>
                ),
            )}
          </span>
        )}
      </div>
      <IconButton
        icon={IconX}
        label={t('shell.close_notification', { title: toast.title })}
        onClick={leave}
      />
    </div>
  )
}
