import { isEqual } from '../form/useForm.ts'

type Key<V> = keyof V & string

/** Keys whose values differ by content. */
export function changedKeys<V extends Record<string, unknown>>(values: V, base: V): Key<V>[] {
  return (Object.keys(values) as Key<V>[]).filter((key) => !isEqual(values[key], base[key]))
}

/** Fields that both sides changed to different values. */
export function conflictingKeys<V extends Record<string, unknown>>(base: V, mine: V, theirs: V): Key<V>[] {
  return changedKeys(mine, base).filter(
    (key) => !isEqual(theirs[key], base[key]) && !isEqual(theirs[key], mine[key]),
  )
}

export function pick<V extends Record<string, unknown>>(values: V, keys: readonly Key<V>[]): Partial<V> {
  return Object.fromEntries(keys.map((key) => [key, values[key]])) as Partial<V>
}

/** The other person's saved values with my changes on top, except for fields where theirs was chosen. */
export function merged<V extends Record<string, unknown>>(
  base: V,
  mine: V,
  theirs: V,
  choices: Record<string, 'mine' | 'theirs'> = {},
): V {
  const kept = changedKeys(mine, base).filter((key) => choices[key] !== 'theirs')
  return { ...theirs, ...pick(mine, kept) }
}
