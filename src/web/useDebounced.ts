import { useEffect, useState } from 'react'

/** A debounced value; compared by content. */
export function useDebounced<T>(value: T, delay: number): T {
  const [settled, setSettled] = useState(value)
  const content = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(content) as T), delay)
    return () => clearTimeout(timer)
  }, [content, delay])
  return settled
}
