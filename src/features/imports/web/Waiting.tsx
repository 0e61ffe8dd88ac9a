import { useText } from '#web/texts.ts'
import { Callout } from '#web/ui/Callout.tsx'

/** How long others wait while an import is booked or undone; nothing where the database serves them meanwhile. */
export function Waiting({ seconds, beside }: { seconds: number | null; beside?: 'progress' }) {
  const t = useText()
  if (seconds === null || seconds <= 1) return null
  const text = t('imports.lists_wait', { seconds: String(seconds) })
  return beside ? <p className="small muted">{text}</p> : <Callout>{text}</Callout>
}
