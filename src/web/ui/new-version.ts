import { notify } from './toasts.ts'
import { translate } from '../texts.ts'

/** A missing code file means a release happened meanwhile: offers a reload instead of a blank page. */
export function watchForNewVersion(): void {
  addEventListener('vite:preloadError', async (event) => {
    if (!(await isCodeFileGone((event as Event & { payload?: unknown }).payload))) return
    notify({
      tone: 'info',
      title: translate('shell.new_version'),
      action: { text: translate('shell.reload'), run: () => location.reload() },
    })
  })
}

/** Whether the server no longer has the code file of this error; otherwise the connection was lost during the load. */
export async function isCodeFileGone(error: unknown): Promise<boolean> {
  const address = error instanceof Error ? /(?:https?:\/)?\/\S+/.exec(error.message)?.[0] : undefined
  // Safari does not name the file.
  if (!address) return navigator.onLine
  return fetch(address, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status === 404,
    () => false,
  )
}

/** True for the errors browsers throw when a code file cannot be loaded. */
export function isMissingCode(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|preload|importing a module script/i.test(error.message)
  )
}
