import { useEffect, useState } from 'react'
import { visible } from '#shared/text-direction.ts'
import { controlKey } from '#web/shortcuts.ts'
import { useText } from '#web/texts.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { IconCircleCheck, IconX } from '#web/ui/icons.ts'
import { timeOf } from './Decision.tsx'
import { outcomeWord } from './decision-words.ts'
import type { OpenedQueue } from './review-session.ts'
import type { ReviewSession } from './useReviewSession.ts'

const autoCloseMs = 30_000

/**
 * The last decision with Undo, above the record. It closes at the next decision or after 30 s, later while hovered or focused.
 */
export function DecisionToast({ session, kind }: { session: ReviewSession; kind: OpenedQueue['kind'] }) {
  const t = useText()
  const last = session.made.at(-1)
  const [closed, setClosed] = useState(0)
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (!last || held) return
    const timer = setTimeout(() => setClosed(last.event), autoCloseMs)
    return () => clearTimeout(timer)
  }, [last, held])
  if (!last || closed === last.event || last.draft.outcome === undefined) return null
  return (
    <div
      className="rq-toast"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <IconCircleCheck size={18} stroke={1.8} aria-hidden />
      <div className="rq-toast-text">
        <span className="strong">{outcomeWord(kind, last.draft.outcome, t)}</span>
        <span>{visible(last.title)}</span>
        <span className="rq-toast-foot">
          <Button size="sm" onClick={session.undo}>
            {t('review_queue.undo')} <kbd className="kbd">{controlKey(t, 'Z')}</kbd>
          </Button>
          {last.mail_at && (
            <span className="caption muted">
              {t('review_queue.leaves_at', { time: timeOf(last.mail_at) })}
            </span>
          )}
        </span>
      </div>
      <IconButton icon={IconX} label={t('actions.close')} size={28} onClick={() => setClosed(last.event)} />
    </div>
  )
}
