import { useState } from 'react'
import { correctIfChanged } from '#web/table/refusals.ts'
import { type Errors, useForm } from '#web/form/useForm.ts'
import { useIdempotencyKey } from '#web/idempotency.ts'
import { useText } from '#web/texts.ts'
import { notify } from '#web/ui/toasts.ts'
import { tellMoneyFailure } from './ActModal.tsx'
import { payoutsChanged, type Target } from './target.ts'

type Options<V> = {
  target: Target
  initial: V
  validate: (values: V) => Errors<V>
  /** Makes the call; repeated with the same values it has the same key. */
  call: (values: V, keyOf: (body: unknown) => string) => Promise<{ changed: string[] }>
  done: (count: number) => string
  onClose: () => void
}

/** The form of an act over payouts: refused, everything typed stays; done, the dialog closes and a toast says so. */
export function useAct<V extends Record<string, unknown>>(options: Options<V>) {
  const { target, initial, validate, call, done, onClose } = options
  const t = useText()
  const keyOf = useIdempotencyKey()
  const [failure, setFailure] = useState<string>()
  const form = useForm({
    initial,
    validate,
    onSubmit: async (values) => {
      setFailure(undefined)
      const { changed } = await call(values, keyOf)
      notify({ tone: 'success', title: t('states.success'), message: done(changed.length) })
      onClose()
      await payoutsChanged(target)
    },
    onFailure: (error) => {
      if (target.list) correctIfChanged(error, target.list)
      setFailure(tellMoneyFailure(error, t))
    },
  })
  return { form, failure }
}
