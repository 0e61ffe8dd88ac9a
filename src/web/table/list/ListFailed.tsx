import { useEffect, useEffectEvent } from 'react'
import { ApiError } from '../../api.ts'
import { useText } from '../../texts.ts'
import { ErrorPanel } from '../../ui/states.tsx'
import { dismiss, notify } from '../../ui/toasts.ts'

type ListFailedProps = {
  error: unknown
  onRetry: () => void
  /** Replaces the reason: the catalogue's single message (spec §8). */
  text?: string
  /** False when the page has no other content, so the whole page is forbidden. */
  isPart?: boolean
}

/** A missing permission is no failure: it has its own text and offers no action. */
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

/** Retries of all failed lists on the page; they share one toast, because it says the same for each. */
const failedRetries = new Set<() => void>()
let toastId: number | undefined

/**
 * The catalogue's toast for a failed list (spec §8), shown while the failure lasts: its retry covers all failed lists
 * and removes it, and a new failure shows it once.
 */
export function useFailureToast(error: unknown, retry: () => void): void {
  const t = useText()
  const again = useEffectEvent(() => retry())
  const tell = useEffectEvent(() => {
    toastId = notify({
      tone: 'danger',
      title: t('states.error'),
      message: t('states.try_again'),
      action: { text: t('actions.try_again'), run: () => [...failedRetries].forEach((one) => one()) },
    })
  })
  useEffect(() => {
    if (!error || isForbidden(error)) return
    const one = () => again()
    failedRetries.add(one)
    tell()
    return () => {
      failedRetries.delete(one)
      if (failedRetries.size === 0 && toastId !== undefined) dismiss(toastId)
    }
  }, [error])
}
