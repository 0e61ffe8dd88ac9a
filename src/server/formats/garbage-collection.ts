import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// Exposes `gc` to this module alone; a flag at the start would expose it to all code.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (what: { type: 'minor' | 'major' }) => void

/**
 * Runs the garbage collector before the process asks the system for more memory: over young objects (a few milliseconds), or
 * over all (tens of milliseconds, in which the process does nothing else).
 */
export function collectGarbage(of: 'young' | 'everything'): void {
  collect({ type: of === 'young' ? 'minor' : 'major' })
}
