import { readBody, type Rest, type RouteName, send, type Sent, timeLimit } from './api.ts'
import { staleAfter } from './stale.ts'

/**
 * Fetches a file and passes it to the browser's downloads. Returns `undefined` when the file arrived, or the JSON
 * answer of a 202 when a job will create it. Throws as `send()` does.
 */
export async function download<N extends RouteName>(name: N, ...[args]: Rest<N>): Promise<unknown> {
  const response = await send(name, (args ?? {}) as Sent, 10 * timeLimit)
  if (response.status === 202) return readBody(response)
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = fileName(response) ?? 'download'
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
  staleAfter(name)
  return undefined
}

function fileName(response: Response): string | undefined {
  const header = response.headers.get('Content-Disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  return encoded ? decodeURIComponent(encoded) : /filename="?([^";]+)"?/i.exec(header)?.[1]
}
