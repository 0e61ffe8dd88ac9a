import { useEffect, useState } from 'react'
import { formatInteger } from '#shared/money.ts'
import { secondsLeft, type Seen } from '#shared/work.ts'
import { type Translate, useLocale, useText } from '../texts.ts'
import { Button } from './Button.tsx'
import './work-progress.css'

type WorkProgressProps = {
  /** What is counted, for whoever hears the bar. */
  label: string
  done: number
  /** Null while nobody knows how much there is to do. */
  total: number | null
  /** What is under way; the time left is measured anew for each step. */
  step?: string
  /** Left out where nothing can be stopped; `stopping` once it was asked for. */
  stop?: { text: string; stopping: boolean; run: () => void }
}

/** How far long work is: a bar, the count, the time left in words, and a way to stop it. */
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
          {left !== undefined && ` · ${inWords(left, t)}`}
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

/** `about 40 s left`, and from a minute and a half on in minutes. */
export const inWords = (seconds: number, t: Translate) =>
  seconds < 90
    ? t('work.seconds_left', { count: seconds })
    : t('work.minutes_left', { count: Math.ceil(seconds / 60) })

/** The seconds left of a step, measured since it was first seen here; undefined before there is a rate. */
export function useSecondsLeft(done: number, total: number | null, step = ''): number | undefined {
  const [first, setFirst] = useState<Seen & { step: string }>()
  const [now, setNow] = useState<Seen>()
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
