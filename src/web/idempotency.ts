import { useRef } from 'react'
import { newIdempotencyKey } from './api.ts'

/**
 * Gives the key to send a body with. A repeat of the same body has the same key, so that the server recognizes a call
 * whose answer got lost; a changed body is another call and has a new one. A new form starts over.
 */
export function useIdempotencyKey(): (body: unknown) => string {
  const last = useRef<{ content: string; key: string }>(undefined)
  return (body) => {
    const content = JSON.stringify(body)
    if (last.current?.content !== content) last.current = { content, key: newIdempotencyKey() }
    return last.current.key
  }
}
