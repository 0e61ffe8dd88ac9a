import { type Rest, type RouteName, send, type Sent, timeLimit } from './api.ts'
import { staleAfter } from './stale.ts'

/** The bytes of a file shown in the page. Throws as `send()` does. */
export async function fileBytes<N extends RouteName>(name: N, ...[args]: Rest<N>): Promise<ArrayBuffer> {
  const bytes = await (await send(name, (args ?? {}) as Sent, 10 * timeLimit)).arrayBuffer()
  staleAfter(name)
  return bytes
}
