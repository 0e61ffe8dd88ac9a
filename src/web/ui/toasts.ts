import { createStore } from '../store.ts'

export type Toast = {
  tone: 'success' | 'danger' | 'info'
  title: string
  message?: string
  /** One thing to do about it: Undo, which Ctrl+Z does too while the toast is there, or Try again. */
  action?: { text: string; run: () => void; isUndo?: true }
  /** Where a message would be too long for a toast: opens all of it. */
  details?: { text: string; run: () => void }
}
type Shown = Toast & { id: number; count: number }

export const toasts = createStore<readonly Shown[]>([])
let nextId = 1

/**
 * Shows a message at the bottom right. Success leaves after 6 s (it waits while hovered or focused), danger stays until
 * closed; equal ones are merged and at most three are shown. Texts come translated.
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
