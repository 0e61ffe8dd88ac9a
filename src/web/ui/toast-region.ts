/**
 * The container of toasts. A modal dialog makes everything outside of it inert and silent, so the region moves into the
 * top dialog and back; it stays the same element, so that no toast restarts.
 */
export const toastRegion = (): HTMLElement => (region ??= document.createElement('div'))
let region: HTMLElement | undefined

let dialogs: readonly HTMLElement[] = []
let shown = false

/** Adds the region to the document; the returned function removes it. */
export function showToastRegion(): () => void {
  shown = true
  move()
  return () => {
    shown = false
    toastRegion().remove()
  }
}

/** Moves the toasts into a newly opened dialog; the returned function moves them back. */
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
  if (!shown || toastRegion().parentNode === host) return
  const focused = toastRegion().contains(document.activeElement) ? document.activeElement : undefined
  host.append(toastRegion())
  if (focused instanceof HTMLElement) focused.focus()
}
