import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Proposed } from '../awaiting-approval.ts'
import { useText } from '../texts.ts'
import { explain } from '../ui/states.tsx'
import { notify } from '../ui/toasts.ts'
import { type Choice, EditConflict } from './EditConflict.tsx'
import { conflictingRow } from '../form/errors.ts'
import { conflictingKeys, changedKeys, merged, pick } from './merge.ts'
import { type Errors, useForm } from '../form/useForm.ts'

type Key<V> = keyof V & string

type Options<Row, V> = {
  row: Row
  name: string
  valuesOf: (row: Row) => V
  validate?: (values: V) => Errors<V>
  /** Sends the changed fields with the version they are based on; returns the saved row. */
  save: (values: V, changed: readonly Key<V>[], version: number) => Promise<Row>
  onSaved: (row: Row) => void
  labels: Record<Key<V>, string>
  /** A displayed value, for the choice between two. */
  shown: (key: Key<V>, value: V[Key<V>]) => ReactNode
  /** Author of the last change; fetched only after a conflict. */
  lastActor: () => Promise<string | undefined>
}

type Conflict<Row, V> = { current: Row; values: V; changed: Key<V>[]; both: Key<V>[]; person?: string }

/**
 * The form of an existing record. It saves only changes; after a concurrent edit, changes to different fields are
 * merged, and for fields that both changed the person chooses. No input is ever lost. Render `conflict` beside the
 * form.
 */
export function useRecordForm<Row extends { version: number }, V extends Record<string, unknown>>(
  options: Options<Row, V>,
) {
  const { row, valuesOf } = options
  const t = useText()
  const [basis, setBasis] = useState(row)
  const [seen, setSeen] = useState(row)
  const [saving, setSaving] = useState(false)
  const [conflict, setConflict] = useState<Conflict<Row, V>>()
  const fail = (error: unknown) =>
    notify({ tone: 'danger', title: t('states.error'), message: explain(error, t) })
  const form = useForm<V>({
    initial: valuesOf(row),
    ...(options.validate ? { validate: options.validate } : {}),
    onSubmit: (values) => store(values, basis),
    onFailure: fail,
  })
  const newest = useRef(form.values)
  useEffect(() => {
    newest.current = form.values
  })

  /** Resets to a row, with these values on top. */
  const take = (next: Row, mine: Partial<V>) => {
    setBasis(next)
    form.reset(valuesOf(next))
    form.setMany(mine)
  }
  // A newer row arrived (a decision, another tab, a refetch): it is applied unless both sides changed the same field.
  if (row !== seen) {
    setSeen(row)
    if (row.version !== basis.version && conflictingKeys(form.base, form.values, valuesOf(row)).length === 0)
      take(row, pick(form.values, form.changed))
  }

  const store = async (values: V, from: Row, attempts = 3): Promise<void> => {
    const base = valuesOf(from)
    const changed = changedKeys(values, base)
    if (changed.length === 0) return take(from, {})
    const before = newest.current
    try {
      const saved = await options.save(values, changed, from.version)
      // Input typed during the call stays.
      take(saved, pick(newest.current, changedKeys(newest.current, before)))
      options.onSaved(saved)
      notify({ tone: 'success', title: t('states.saved') })
    } catch (error) {
      const current = conflictingRow<Row>(error)
      if (!current) throw error
      const both = conflictingKeys(base, values, valuesOf(current))
      if (both.length === 0 && attempts > 0)
        return store(merged(base, values, valuesOf(current)), current, attempts - 1)
      const person = await options.lastActor().catch(() => undefined)
      setConflict({ current, values, changed, both, ...(person ? { person } : {}) })
    }
  }

  const resolve = async (choices: Record<string, Choice>) => {
    if (!conflict) return
    const { current, values, changed } = conflict
    const mine = pick(
      values,
      changed.filter((key) => choices[key] !== 'theirs'),
    )
    setConflict(undefined)
    take(current, mine)
    setSaving(true)
    try {
      await store({ ...valuesOf(current), ...mine }, current)
    } catch (error) {
      if (error instanceof Proposed) form.reset()
      else if (!form.setServerErrors(error)) fail(error)
    } finally {
      setSaving(false)
    }
  }

  return {
    form,
    saving: saving || form.submitting,
    conflict: conflict && (
      <EditConflict
        subject={options.name}
        {...(conflict.person ? { person: conflict.person } : {})}
        fields={conflict.both.map((key) => ({
          key,
          label: options.labels[key],
          mine: options.shown(key, conflict.values[key]),
          theirs: options.shown(key, valuesOf(conflict.current)[key]),
        }))}
        onResolve={(choices) => void resolve(choices)}
        onClose={() => setConflict(undefined)}
      />
    ),
  }
}
