import { useState } from 'react'
import { ApiError } from '#web/api.ts'
import { conflictingRow } from '#web/form/errors.ts'
import { type Errors, useForm } from '#web/form/useForm.ts'
import { type Translate, useText } from '#web/texts.ts'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'

type Options<V> = {
  initial: V
  validate: (values: V) => Errors<V>
  /**
   * Saves on the given version: the row's own, or a newer one by another person. `unlessKnown` makes the server report
   * an existing entry of that name; after that, the next Save of the same values keeps both.
   */
  save: (values: V, version: number | undefined, unlessKnown: boolean) => Promise<{ title?: string }>
  version?: number
  onSaved: () => void
}

/** The form of one setting. It reports a conflict, and the next Save overwrites the newer state. */
export function useSettingForm<V extends Record<string, unknown>>(options: Options<V>) {
  const t = useText()
  const [failure, setFailure] = useState<unknown>()
  const [version, setVersion] = useState(options.version)
  // The existing entry that the person was already warned about.
  const [told, setTold] = useState('')
  const form = useForm<V>({
    initial: options.initial,
    validate: options.validate,
    onSubmit: async (values) => {
      setFailure(undefined)
      const saved = await options.save(values, version, told !== JSON.stringify(values))
      notify({
        tone: 'success',
        title: t('settings.saved'),
        ...(saved.title === undefined ? {} : { message: saved.title }),
      })
      options.onSaved()
    },
    onFailure: (error) => {
      if (isKnown(error)) setTold(JSON.stringify(form.values))
      setVersion(conflictingRow<{ version: number }>(error)?.version ?? version)
      setFailure(error)
    },
  })
  return { form, failure: failure === undefined ? undefined : (knownText(failure, t) ?? explain(failure, t)) }
}

const isKnown = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.body.code === 'already_known'

/** Names existing entries and says that another Save keeps both. */
function knownText(error: unknown, t: Translate): string | undefined {
  if (!isKnown(error)) return undefined
  const named = (code: string) =>
    (error.body.blocking ?? []).filter((one) => one.code === code).map(({ title }) => title)
  const [titles, ibans] = [named('same_title'), named('same_iban')]
  return [
    ...(titles.length > 0 ? [t('settings.same_title', { titles: titles.join(', ') })] : []),
    ...(ibans.length > 0 ? [t('settings.same_iban', { titles: ibans.join(', ') })] : []),
    t('settings.save_again'),
  ].join(' ')
}
