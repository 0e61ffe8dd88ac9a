import type { Repair } from '../repair.ts'

/** Removes one repair, whose index may have changed since it was shown. */
export function removeRepair(now: readonly Repair[], repair: Repair, at: number): Repair[] {
  const isIt = (one: Repair | undefined) => JSON.stringify(one) === JSON.stringify(repair)
  const place = isIt(now[at]) ? at : now.findIndex(isIt)
  return now.filter((_, i) => i !== place)
}

/** Removes the last repair; when it is tried again, the same one, although others have been added. */
export function removeLastRepair() {
  let last: Repair | undefined
  return (now: readonly Repair[]): Repair[] => {
    last ??= now.at(-1)
    return last ? removeRepair(now, last, now.length - 1) : []
  }
}
