import { useEffect, useEffectEvent } from 'react'

/** Runs on Ctrl or ⌘ and a key; text fields keep their own undo. */
export function useCommandKey(key: string, isOn: boolean, run: () => void): void {
  const now = useEffectEvent(run)
  useEffect(() => {
    if (!isOn) return
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      if (event.key.toLowerCase() !== key || event.defaultPrevented) return
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select')
      if (isTyping && key === 'z') return
      event.preventDefault()
      now()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [key, isOn])
}
