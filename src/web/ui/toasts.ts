import { createStore } from '../store.ts'

export type Toast = {
  tone: 'success' | 'danger' | 'info'
  title: string
  message?: string
  /** One action: Undo, which Ctrl+Z triggers too while the toast is shown, or Try again. */
  action?: { text: string; run: () => void; isUndo?: true }
  /** Opens the full text of a message that is too long for a toast. */
  details?: { text: string; run: () => void }
}
type ShownToast = Toast & { id: number; count: number }

export const toasts = createStore<readonly ShownToast[]>([])
let nextId = 1

/**
 * Shows a message at the bottom right. Success disappears after 6 s (paused while hovered or focused), danger stays
 * until closed; equal ones are merged and at most three are shown. Texts must be translated.
 */
export function notify(toast: Toast): number {
  const equal = toasts.get().find((other) => sameText(other, toast))
  const id = nextId++
  const shown = { ...toast, id, count: (equal?.count ?? 0) + 1 }
  toasts.set([...toasts.get().filter((other) => other !== equal), shown].slice(-3))
  return id
}

export function dismiss(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id))
}

const sameText = (a: Toast, b: Toast) => a.tone === b.tone && a.title === b.title && a.message === b.message
