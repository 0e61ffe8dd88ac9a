import { useEffect, useState } from 'react'
import { formatInteger } from '#shared/money.ts'
import { useLocale, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { secondsLeft, type Seen } from '../work-rules.ts'
import type { Import } from './data.ts'

type ProgressProps = { data: Import; cancelling: boolean; onCancel: () => void }

/** How far the work on a file is, and a way to stop it. */
export function Progress({ data, cancelling, onCancel }: ProgressProps) {
  const t = useText()
  const locale = useLocale()
  const { step, rows_done, rows_total } = data
  const done = formatInteger(rows_done, locale)
  const known = rows_total !== null && rows_total > 0 && step !== 'reading'
  const left = useSecondsLeft(data)
  const stopping = !data.can_cancel
  return (
    <section
      className="import-progress card"
      aria-label={t(step ? `imports.steps.${step}` : 'imports.steps.waiting')}
    >
      <p className="strong" role="status">
        {stopping ? t('imports.cancelling') : t(step ? `imports.steps.${step}` : 'imports.steps.waiting')}
      </p>
      <progress
        aria-label={t('imports.rows')}
        max={known ? rows_total : undefined}
        value={known && rows_done > 0 ? rows_done : undefined}
      />
      <div className="import-progress-foot">
        <span className="small muted figures">
          {known
            ? t('imports.progress', { done, total: formatInteger(rows_total, locale) })
            : rows_done > 0 && t('imports.progress_rows', { done })}
          {left !== undefined && ` · ${t('imports.seconds_left', { s: formatInteger(left, locale) })}`}
        </span>
        <Button size="sm" loading={cancelling} disabled={stopping} onClick={onCancel}>
          {t(data.state === 'undoing' ? 'imports.stop_undoing' : 'imports.stop')}
        </Button>
      </div>
    </section>
  )
}

/** The seconds left of the step that is under way, measured since it was first seen. */
function useSecondsLeft({ step, rows_done, rows_total }: Import): number | undefined {
  const [first, setFirst] = useState<Seen & { step: Import['step'] }>()
  const [now, setNow] = useState<Seen>()
  useEffect(() => {
    const timer = setTimeout(() => {
      const seen = { at: performance.now(), done: rows_done }
      setNow(seen)
      setFirst((before) => (before?.step === step && before.done <= rows_done ? before : { ...seen, step }))
    })
    return () => clearTimeout(timer)
  }, [step, rows_done])
  if (!first || !now || first.step !== step || rows_total === null) return undefined
  return secondsLeft(first, now, rows_total)
}
