import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from '../store.ts'
import { useText } from '../texts.ts'
import { Button, IconButton } from './Button.tsx'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from './icons.ts'
import { dismiss, toasts } from './toasts.ts'
import './toasts.css'

const icons = { success: IconCircleCheck, danger: IconAlertTriangle, info: IconInfoCircle }
type Shown = ReturnType<typeof toasts.get>[number]

/** The region all toasts stand in; rendered once, beside the page so that an open modal does not silence it. */
export function Toasts() {
  const t = useText()
  const shown = useStore(toasts)
  const quiet = shown.filter((toast) => toast.tone !== 'danger')
  const loud = shown.filter((toast) => toast.tone === 'danger')
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
    document.body,
  )
}

function OneToast({ toast }: { toast: Shown }) {
  const t = useText()
  const [held, setHeld] = useState(false)
  const Icon = icons[toast.tone]
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
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={18} stroke={1.8} aria-hidden />
      <div className="toast-text">
        <strong>{toast.title}</strong>
        {toast.message && <span>{toast.message}</span>}
        {toast.action && (
          <Button
            size="sm"
            onClick={() => {
              dismiss(toast.id)
              toast.action?.run()
            }}
          >
            {toast.action.text}
          </Button>
        )}
      </div>
      <IconButton
        icon={IconX}
        label={t('shell.close_notification', { title: toast.title })}
        onClick={() => dismiss(toast.id)}
      />
    </div>
  )
}
