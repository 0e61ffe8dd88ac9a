import { useState } from 'react'
import { useText } from '#web/texts.ts'

const shownDigits = 8

/** A shortened hash; a click shows or hides the whole. */
export function Hash({ value }: { value: string }) {
  const t = useText()
  const [isWhole, setWhole] = useState(false)
  return (
    <button
      type="button"
      className="logs-hash"
      aria-expanded={isWhole}
      title={t(isWhole ? 'logs.hash_less' : 'logs.hash_whole')}
      onClick={() => setWhole(!isWhole)}
    >
      {isWhole ? value : `${value.slice(0, shownDigits)}…`}
    </button>
  )
}
