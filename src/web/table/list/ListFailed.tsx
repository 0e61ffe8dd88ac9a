import { useEffect, useEffectEvent } from 'react'
import { ApiError } from '../../api.ts'
import { useText } from '../../texts.ts'
import { ErrorPanel } from '../../ui/states.tsx'
import { dismiss, notify } from '../../ui/toasts.ts'

type ListFailedProps = {
  error: unknown
  onRetry: () => void
  /** In place of the reason: the catalogue's one message (spec §8). */
  text?: string
  /** False where nothing else is on the page, which then is not to be seen. */
  isPart?: boolean
}

/** A missing permission is no failure: it has its own words, and who has it not is offered nothing to do. */
export const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.status === 403

/** A list whose first load failed: the panel with Try again and the catalogue's toast, both announced. */
export function ListFailed({ error, onRetry, ...shown }: ListFailedProps) {
  useFailureToast(error, onRetry)
  return (
    <div role={isForbidden(error) ? undefined : 'alert'}>
      <ErrorPanel error={error} onRetry={onRetry} {...shown} />
    </div>
  )
}

/** What tries the lists again that failed and are on the page; they share one toast, for it says the same of each. */
const failed = new Set<() => void>()
let shown: number | undefined

/**
 * The catalogue's toast for a list that could not be loaded (spec §8), as long as it is so: another try, which is one for all
 * lists that failed, takes it away, and a failure brings it back once.
 */
export function useFailureToast(error: unknown, retry: () => void): void {
  const t = useText()
  const again = useEffectEvent(() => retry())
  const tell = useEffectEvent(() => {
    shown = notify({
      tone: 'danger',
      title: t('states.error'),
      message: t('states.try_again'),
      action: { text: t('actions.try_again'), run: () => [...failed].forEach((one) => one()) },
    })
  })
  useEffect(() => {
    if (!error || isForbidden(error)) return
    const one = () => again()
    failed.add(one)
    tell()
    return () => {
      failed.delete(one)
      if (failed.size === 0 && shown !== undefined) dismiss(shown)
    }
  }, [error])
}
