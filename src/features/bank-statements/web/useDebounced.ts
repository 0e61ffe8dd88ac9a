import { useEffect, useState } from 'react'

/** A text as it was when it last stood still for so many milliseconds. */
export function useDebounced(text: string, delay: number): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), delay)
    return () => clearTimeout(timer)
  }, [text, delay])
  return settled
}
