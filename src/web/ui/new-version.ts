import { notify } from './toasts.ts'
import { translate } from '../texts.ts'

/** A code file that is gone means a release happened meanwhile: offers to reload instead of a blank page. */
export function watchForNewVersion(): void {
  addEventListener('vite:preloadError', () => {
    if (!navigator.onLine) return
    notify({
      tone: 'info',
      title: translate('shell.new_version'),
      action: { text: translate('shell.reload'), run: () => location.reload() },
    })
  })
}

/** True for the errors browsers throw when a code file cannot be loaded. */
export function isMissingCode(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|preload|importing a module script/i.test(error.message)
  )
}
