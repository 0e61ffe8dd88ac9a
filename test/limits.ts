import { callLimit, type Limit } from '#server/db/limits.ts'
import { patience } from './runs.ts'

/** The limit that the product sets on a call. */
export const productCallLimit: Readonly<Limit> = { ...callLimit }

/** Lets a call take as long as a test may, so that a busy machine refuses none. Tests of the limit set it back. */
export function liftCallLimit(): void {
  Object.assign(callLimit, { all: patience, statement: patience })
}
