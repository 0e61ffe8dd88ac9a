import { useRef, useState } from 'react'
import { Proposed } from '../awaiting-approval.ts'
import { fieldErrors } from './errors.ts'

export type Errors<V> = Partial<Record<keyof V & string, string>>

type Options<V> = {
  initial: V
  /**
   * Pure function from the values to translated messages; runs on each render after the first submit, so it follows the
   * language.
   */
  validate?: (values: V) => Errors<V>
  /** Saves. A thrown 400 goes under the fields; any other error is passed to `onFailure`. */
  onSubmit: (values: V) => Promise<unknown>
  onFailure?: (error: unknown) => void
  /** Fields with another name in the server's answer: { scheduledFor: 'scheduled_for' }. */
  serverNames?: Record<string, keyof V & string>
}

export type Form<V extends Record<string, unknown>> = ReturnType<typeof useForm<V>>

/**
 * The state of a form: values, what changed, errors after the first submit. Typed values survive every failure.
 *
 *   const form = useForm({ initial: { title: '' }, validate, onSubmit: (values) => api(…) })
 *   <form {...form.props}><TextField label={t('columns.title')} {...form.field('title')} /></form>
 */
export function useForm<V extends Record<string, unknown>>({
  initial,
  validate,
  onSubmit,
  onFailure,
  serverNames,
}: Options<V>) {
  const element = useRef<HTMLFormElement>(null)
  const [base, setBase] = useState(initial)
  const [values, setValues] = useState(initial)
  const [submitted, setSubmitted] = useState(false)
  const [submitting, setSubmitting] = useState(false)
  const [refused, setRefused] = useState<Record<string, string>>({})

  const own = submitted ? (validate?.(values) ?? {}) : {}
  const errors = { ...refused, ...withoutEmpty(own) } as Errors<V>
  const changed = (Object.keys(values) as (keyof V & string)[]).filter(
    (key) => !isEqual(values[key], base[key]),
  )
  const dirty = changed.length > 0

  const set = <K extends keyof V & string>(key: K, value: V[K]) => {
    setValues((now) => ({ ...now, [key]: value }))
    // Messages of list items (`needs.0.title`) disappear with their list.
    setRefused((now) =>
      Object.fromEntries(
        Object.entries(now).filter(([other]) => other !== key && !other.startsWith(`${key}.`)),
      ),
    )
  }
  const setMany = (some: Partial<V>) => setValues((now) => ({ ...now, ...some }))
  /** Resets to these values (the saved row, or the initial ones): unchanged and without errors. */
  const reset = (next: V = base) => {
    setBase(next)
    setValues(next)
    setRefused({})
    setSubmitted(false)
  }
  /** Shows a 400's messages under the fields; false for any other failure. */
  const setServerErrors = (error: unknown): boolean => {
    const found = Object.entries(fieldErrors(error)).map(
      ([key, text]) => [serverNames?.[key] ?? key, text] as const,
    )
    if (found.length === 0) return false
    setRefused(Object.fromEntries(found))
    focusFirst(found.map(([key]) => key))
    return true
  }
  const focusFirst = (keys: readonly string[]) => {
    // After React has rendered the messages. The summary on top stays visible where there is room for both.
    setTimeout(() => {
      element.current?.querySelector('.error-summary')?.scrollIntoView?.({ block: 'nearest' })
      firstControl(element.current, keys)?.focus()
    }, 0)
  }
  const submit = async (event?: { preventDefault: () => void }) => {
    event?.preventDefault()
    if (submitting) return
    setSubmitted(true)
    setRefused({})
    const found = Object.keys(withoutEmpty(validate?.(values) ?? {}))
    if (found.length > 0) return focusFirst(found)
    setSubmitting(true)
    try {
      await onSubmit(values)
    } catch (error) {
      // The act waits for a second person: the form returns to its former state.
      if (error instanceof Proposed) reset()
      else if (!setServerErrors(error)) {
        if (!onFailure) throw error
        onFailure(error)
      }
    } finally {
      setSubmitting(false)
    }
  }
  const field = <K extends keyof V & string>(key: K) => ({
    name: key,
    value: values[key],
    onChange: (value: V[K]) => set(key, value),
    error: errors[key],
  })
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isFromLayer(event)) return
    event.preventDefault()
    void submit()
  }
  return {
    values,
    base,
    changed,
    dirty,
    errors,
    /** A message without a field. */
    formError: refused.non_field_errors,
    submitting,
    set,
    setMany,
    reset,
    setServerErrors,
    submit,
    field,
    /** For the <form>: Enter and Ctrl/⌘ Enter submit, the browser's own messages are disabled. */
    props: {
      ref: element,
      noValidate: true,
      onSubmit: (event: React.FormEvent) => {
        if (!isFromLayer(event)) void submit(event)
      },
      onKeyDown,
    },
  }
}

function withoutEmpty<V>(errors: Errors<V>): Errors<V> {
  return Object.fromEntries(Object.entries(errors).filter(([, text]) => text)) as Errors<V>
}

/** Deep equality; an invalid amount (NaN) differs from an empty one. */
export const isEqual = (a: unknown, b: unknown) => Object.is(a, b) || serialize(a) === serialize(b)

const serialize = (value: unknown) =>
  JSON.stringify(value, (_key, part: unknown) => (Number.isNaN(part) ? 'NaN' : part))

function firstControl(form: HTMLFormElement | null, keys: readonly string[]): HTMLElement | undefined {
  const controls = form ? [...form.querySelectorAll<HTMLElement>('[name], [data-name]')] : []
  return controls.find((control) => keys.includes(control.getAttribute('name') ?? control.dataset.name!))
}

/**
 * True for an event from a dialog rendered inside this form: React bubbles it, although it happens elsewhere in the
 * document.
 */
function isFromLayer(event: React.SyntheticEvent): boolean {
  return !event.currentTarget.contains(event.target as Node)
}
