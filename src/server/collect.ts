import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// What a flag at the start of the process would give to all of its code is taken for this module alone.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (what: { type: 'minor' | 'major' }) => void

/**
 * Has the engine take away what nobody needs any more, instead of asking the system for memory first: of what is young
 * (a few milliseconds), or of everything (tens of milliseconds, in which the process does nothing else).
 */
export function collectGarbage(of: 'young' | 'everything'): void {
  collect({ type: of === 'young' ? 'minor' : 'major' })
}
