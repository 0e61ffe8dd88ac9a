import { useRef } from 'react'
import { newIdempotencyKey } from './api.ts'

/**
 * Returns the idempotency key for a body. Repeating the same body reuses the key, so that the server recognizes a call
 * whose answer got lost; a changed body is a new call with a new key. A new form starts over.
 */
export function useIdempotencyKey(): (body: unknown) => string {
  const last = useRef<{ content: string; key: string }>(undefined)
  return (body) => {
    const content = JSON.stringify(body)
    if (last.current?.content !== content) last.current = { content, key: newIdempotencyKey() }
    return last.current.key
  }
}

type Fields = Readonly<Record<string, string | File | undefined>>

/**
 * Sends an upload with its key. After a lost answer or a refusal, the same file with the same fields keeps its key, so
 * that *Try again* stores nothing twice; after success, sending again is a new call.
 */
export function useSendOnce(): <T>(form: Fields, send: (key: string) => Promise<T>) => Promise<T> {
  const last = useRef<{ content: string; key: string }>(undefined)
  return async (form, send) => {
    const content = JSON.stringify(Object.entries(form).map(([name, value]) => [name, fingerprintOf(value)]))
    if (last.current?.content !== content) last.current = { content, key: newIdempotencyKey() }
    const answer = await send(last.current.key)
    last.current = undefined
    return answer
  }
}

/** Identifies a file by its metadata; the server compares the bytes. */
const fingerprintOf = (value: string | File | undefined) =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value
