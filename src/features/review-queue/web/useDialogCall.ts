import { useState } from 'react'
import { fieldErrors } from '#web/form/errors.ts'
import { useIdempotencyKey } from '#web/idempotency.ts'

/**
 * Sends the one call of a dialog, never twice at once. After a refusal typed text stays, and the reason appears at its field.
 */
export function useDialogCall() {
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const keyOf = useIdempotencyKey()
  /** A retry with the same body keeps its idempotency key. */
  const send = async (call: (keyOf: (body: unknown) => string) => Promise<void>) => {
    if (running) return
    setRunning(true)
    setFailure(undefined)
    try {
      await call(keyOf)
    } catch (error) {
      setFailure(error)
    } finally {
      setRunning(false)
    }
  }
  return { running, failure, errors: fieldErrors(failure), send }
}
