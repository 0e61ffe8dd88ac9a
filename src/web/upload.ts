import { addressOf } from '#shared/lists/first-page.ts'
import {
  type Answer,
  ApiError,
  csrfToken,
  mayRepeat,
  multipart,
  NetworkError,
  type RouteName,
} from './api.ts'
import { staleAfter } from './stale.ts'
import { currentLocale } from './texts.ts'

type Upload = {
  params?: Record<string, string | number>
  /** A File becomes a file part, other values become text parts. */
  form: Record<string, string | File | undefined>
  /** Sent bytes, and the total. */
  onProgress: (sent: number, all: number) => void
  signal: AbortSignal
  /** Kept until the call is answered; a repeat with the same key stores nothing twice. */
  idempotencyKey?: string
  /** Set on a repeated call. */
  renewed?: boolean
}

/**
 * Uploads a file with progress, which `fetch` cannot report. Throws as `api()` does: ApiError, NetworkError, or the
 * signal's reason.
 */
export async function upload<N extends RouteName>(name: N, sending: Upload): Promise<Answer<N>> {
  const [method = '', path = ''] = name.split(' ')
  const { status, text, body } = await send(method, addressOf(path, sending.params), sending)
  if (status >= 200 && status < 300) {
    staleAfter(name, sending.params)
    return body as Answer<N>
  }
  const error = new ApiError(status, text, body, true)
  if (await mayRepeat(error, sending)) return upload(name, { ...sending, renewed: true })
  throw error
}

async function send(method: string, path: string, { form, onProgress, signal, idempotencyKey }: Upload) {
  const token = await csrfToken()
  const call = new XMLHttpRequest()
  const abort = () => call.abort()
  try {
    return await new Promise<{ status: number; text: string; body: unknown }>((resolve, reject) => {
      signal.throwIfAborted()
      signal.addEventListener('abort', abort)
      call.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total)
      call.onload = () => resolve({ status: call.status, text: call.statusText, body: jsonOf(call) })
      call.onerror = () => reject(new NetworkError('no answer'))
      call.onabort = () => reject(signal.reason as Error)
      call.open(method, path)
      call.setRequestHeader('Accept', 'application/json')
      call.setRequestHeader('Accept-Language', currentLocale())
      call.setRequestHeader('X-CSRFToken', token)
      if (idempotencyKey) call.setRequestHeader('Idempotency-Key', idempotencyKey)
      call.send(multipart(form))
    })
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function jsonOf({ responseText }: XMLHttpRequest): unknown {
  try {
    return JSON.parse(responseText)
  } catch {
    return undefined
  }
}
