import { useEffect, useState } from 'react'
import { formatInteger } from '#shared/money.ts'
import { secondsLeft, type ProgressSample } from '#shared/work.ts'
import { type Translate, useLocale, useText } from '../texts.ts'
import { Button } from './Button.tsx'
import './work-progress.css'

type WorkProgressProps = {
  /** Name of the counted items, for screen readers. */
  label: string
  done: number
  /** Null while the total is unknown. */
  total: number | null
  /** The current step; the remaining time is measured per step. */
  step?: string
  /** Omitted when the work cannot be stopped; `stopping` once a stop was requested. */
  stop?: { text: string; stopping: boolean; run: () => void }
}

/** Progress of long work: a bar, the count, the remaining time as text, and a stop button. */
export function WorkProgress({ label, done, total, step = '', stop }: WorkProgressProps) {
  const t = useText()
  const locale = useLocale()
  const isKnown = total !== null && total > 0
  const left = useSecondsLeft(done, total, step)
  return (
    <div className="work-progress">
      <progress
        aria-label={label}
        max={isKnown ? total : undefined}
        value={isKnown && done > 0 ? done : undefined}
      />
      <div className="work-progress-foot">
        <span className="small muted figures">
          {isKnown
            ? t('work.of', { done: formatInteger(done, locale), total: formatInteger(total, locale) })
            : done > 0 && formatInteger(done, locale)}
          {left !== undefined && ` · ${timeLeftText(left, t)}`}
        </span>
        {stop && (
          <Button size="sm" loading={stop.stopping} onClick={stop.run}>
            {stop.text}
          </Button>
        )}
      </div>
    </div>
  )
}

/** `about 40 s left`, in minutes from a minute and a half on. */
export const timeLeftText = (seconds: number, t: Translate) =>
  seconds < 90
    ? t('work.seconds_left', { count: seconds })
    : t('work.minutes_left', { count: Math.ceil(seconds / 60) })

/** The remaining seconds of a step, measured since it first appeared here; undefined before a rate is known. */
export function useSecondsLeft(done: number, total: number | null, step = ''): number | undefined {
  const [first, setFirst] = useState<ProgressSample & { step: string }>()
  const [now, setNow] = useState<ProgressSample>()
  useEffect(() => {
    const timer = setTimeout(() => {
      const seen = { at: performance.now(), done }
      setNow(seen)
      setFirst((before) => (before?.step === step && before.done <= done ? before : { ...seen, step }))
    })
    return () => clearTimeout(timer)
  }, [step, done])
  if (!first || !now || first.step !== step || total === null) return undefined
  return secondsLeft(first, now, total)
}
