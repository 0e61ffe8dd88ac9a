/**
 * Modal dialogs for jsdom, which has none: enough to draw them. What a browser does with them is tested in
 * e2e/layers.spec.ts.
 */
export function giveDialogs(): void {
  if ('showModal' in HTMLDialogElement.prototype) return
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true
    },
    close(this: HTMLDialogElement) {
      this.open = false
    },
  })
}
