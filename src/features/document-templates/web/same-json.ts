/** True when two values say the same as JSON, in whatever order the keys of their objects stand. */
export const isSameJson = (a: unknown, b: unknown): boolean => sorted(a) === sorted(b)

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
