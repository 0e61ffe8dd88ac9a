import { useState } from 'react'
import { type Answer, api, newIdempotencyKey } from '#web/api.ts'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { Subject } from '#features/reviews/outcomes.ts'

type Entry = Answer<'GET /api/v4/project/:slug/history/'>['results'][number]
type UndoChangeProps = { entry: Entry; subject: Subject; slug: string; what: string }

/**
 * Shows Undo beside a change, that it was undone, or why it cannot be. Undo acts at once, because it affects only one record.
 */
export function UndoChange({ entry, subject, slug, what }: UndoChangeProps) {
  const t = useText()
  const [running, setRunning] = useState(false)
  // One idempotency key per change, so that a click can be repeated after a lost answer.
  const [key] = useState(newIdempotencyKey)
  if (entry.undone) return <span className="caption muted undo">{t('history.undone')}</span>
  if (entry.undo_refusal) return <span className="caption muted undo">{entry.undo_refusal.text}</span>
  if (!entry.can_undo) return null
  const undo = async () => {
    setRunning(true)
    try {
      const call = { params: { slug, event: String(entry.id) }, body: {}, idempotencyKey: key }
      if (subject === 'project') await api('POST /api/v4/project/:slug/history/:event/undo/', call)
      else await api('POST /api/v4/organization/:slug/history/:event/undo/', call)
      notify({ tone: 'success', title: t('history.undone'), message: what })
    } catch (error) {
      notify({ tone: 'danger', title: t('history.undo_failed'), message: explain(error, t) })
    } finally {
      setRunning(false)
    }
  }
  return (
    <Button
      size="sm"
      className="undo"
      loading={running}
      aria-label={t('actions.named', { action: t('actions.undo'), title: what })}
      onClick={() => void undo()}
    >
      {t('actions.undo')}
    </Button>
  )
}
