/** Modal dialogs for jsdom, which has none: enough to render them. e2e/layers.spec.ts tests real browser behaviour. */
export function polyfillDialogs(): void {
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
