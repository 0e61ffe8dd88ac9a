import { useState } from 'react'
import { conflictingRow } from '#web/form/errors.ts'
import { type Errors, useForm } from '#web/form/useForm.ts'
import { useText } from '#web/texts.ts'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'

type Options<V> = {
  initial: V
  validate: (values: V) => Errors<V>
  /** Saves on the version it is given: the row's own, or the newer one somebody else left meanwhile. */
  save: (values: V, version: number | undefined) => Promise<{ title?: string }>
  version?: number
  onSaved: () => void
}

/** The form of one setting. After a conflict it says so, and the next Save goes over the newer state. */
export function useSettingForm<V extends Record<string, unknown>>(options: Options<V>) {
  const t = useText()
  const [failure, setFailure] = useState<unknown>()
  const [version, setVersion] = useState(options.version)
  const form = useForm<V>({
    initial: options.initial,
    validate: options.validate,
    onSubmit: async (values) => {
      setFailure(undefined)
      const saved = await options.save(values, version)
      notify({
        tone: 'success',
        title: t('settings.saved'),
        ...(saved.title === undefined ? {} : { message: saved.title }),
      })
      options.onSaved()
    },
    onFailure: (error) => {
      setVersion(conflictingRow<{ version: number }>(error)?.version ?? version)
      setFailure(error)
    },
  })
  return { form, failure: failure === undefined ? undefined : explain(failure, t) }
}
