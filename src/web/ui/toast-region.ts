/**
 * Where toasts stand. A modal dialog makes everything outside of it inert and silent, so the region moves into the dialog
 * on top and back; it stays one and the same element, so that no toast starts over.
 */
export const toastRegion = document.createElement('div')

let dialogs: readonly HTMLElement[] = []
let shown = false

/** Puts the region into the document; the answer takes it out again. */
export function showToastRegion(): () => void {
  shown = true
  move()
  return () => {
    shown = false
    toastRegion.remove()
  }
}

/** A dialog opened on top; the answer takes the toasts out of it again. */
export function hostToasts(dialog: HTMLElement): () => void {
  dialogs = [...dialogs, dialog]
  move()
  return () => {
    dialogs = dialogs.filter((other) => other !== dialog)
    move()
  }
}

function move(): void {
  const host = dialogs.at(-1) ?? document.body
  if (!shown || toastRegion.parentNode === host) return
  const focused = toastRegion.contains(document.activeElement) ? document.activeElement : undefined
  host.append(toastRegion)
  if (focused instanceof HTMLElement) focused.focus()
}
