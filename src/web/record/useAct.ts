import { useState } from 'react'
import { useIdempotencyKey } from '../idempotency.ts'
import { refreshed } from '../stale.ts'
import { notify } from '../ui/toasts.ts'
import { type Errors, useForm } from '../form/useForm.ts'

type Options<V, Done> = {
  initial: V
  validate: (values: V) => Errors<V>
  /** Makes the call; repeating the same body reuses its key. */
  call: (values: V, keyOf: (body: unknown) => string) => Promise<Done>
  done: (done: Done) => { title: string; message: string }
  onDone?: () => unknown
  onFailure?: (error: unknown) => void
  onClose: () => void
}

/**
 * The form of an act that moves money: after a refusal the input stays; after success the dialog closes and a toast
 * reports it.
 */
export function useAct<V extends Record<string, unknown>, Done>(options: Options<V, Done>) {
  const { initial, validate, call, done, onDone, onFailure, onClose } = options
  const keyOf = useIdempotencyKey()
  const [failure, setFailure] = useState<unknown>()
  const form = useForm({
    initial,
    validate,
    onSubmit: async (values) => {
      setFailure(undefined)
      const answer = await call(values, keyOf)
      notify({ tone: 'success', ...done(answer) })
      onClose()
      await onDone?.()
      await refreshed()
    },
    onFailure: (error) => {
      onFailure?.(error)
      setFailure(error)
    },
  })
  return { form, failure }
}
