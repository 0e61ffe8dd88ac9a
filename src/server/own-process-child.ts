import { flushCompileCache } from 'node:module'

/**
 * The side of `inOwnProcess` in the process of its own: looks at one file, answers what `look` finds, and waits for its end.
 * Where `look` rejects, the process ends without an answer.
 */
export function lookAtOne<T>(look: (bytes: Uint8Array) => Promise<T>): void {
  process.once('message', (bytes: Uint8Array) => {
    void look(bytes).then((found) => process.send!(found))
  })
  process.once('disconnect', () => process.exit(0))
  // Before a stranger's file is here, and as this process will be killed: what others find compiled.
  flushCompileCache()
  process.send!('ready')
}
