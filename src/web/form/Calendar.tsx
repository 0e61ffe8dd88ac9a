import { useEffect, useRef, useState } from 'react'
import { addDays, addMonths, dayOf, showDay, type Day } from '#shared/dates.ts'
import { intlTag } from '#shared/messages.ts'
import { useLocale, useText } from '../texts.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { IconChevronLeft, IconChevronRight } from '../ui/icons.ts'
import './calendar.css'

type CalendarProps = {
  /** '' while no day is chosen. */ value: Day
  min?: Day
  max?: Day
  onPick: (day: Day) => void
}

/**
 * A month of days, Monday first. Arrow keys move by day and week, Page keys by month, with Shift by year, Home and End
 * within the week.
 */
export function Calendar({ value, min, max, onPick }: CalendarProps) {
  const t = useText()
  const locale = useLocale()
  const [today] = useState(() => dayOf(new Date()))
  const [day, setDay] = useState<Day>(value || today)
  const grid = useRef<HTMLTableElement>(null)
  const moved = useRef(true)
  useEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
  }, [day])
  const move = (next: Day, keepsFocus: boolean) => {
    moved.current = keepsFocus
    setDay(next)
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    const next = dayAfterKey(event.key, day, event.shiftKey)
    if (!next) return
    event.preventDefault()
    move(next, true)
  }
  const isOutside = (each: Day) => (min !== undefined && each < min) || (max !== undefined && each > max)
  const month = new Intl.DateTimeFormat(intlTag[locale], { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const title = month.format(new Date(`${day}T00:00:00Z`))
  return (
    <div className="calendar">
      <div className="calendar-head">
        <IconButton
          icon={IconChevronLeft}
          label={t('form.previous_month')}
          onClick={() => move(addMonths(day, -1), false)}
        />
        <strong aria-live="polite">{title}</strong>
        <IconButton
          icon={IconChevronRight}
          label={t('form.next_month')}
          onClick={() => move(addMonths(day, 1), false)}
        />
      </div>
      <table ref={grid} role="grid" aria-label={title} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weekDays(intlTag[locale]).map((name) => (
              <th key={name.long} scope="col" abbr={name.long}>
                {name.short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(day).map((week) => (
            <tr key={week[0]}>
              {week.map((each) => (
                <td key={each} role="gridcell" aria-selected={each === value}>
                  <button
                    type="button"
                    data-day={each}
                    className={each.slice(0, 7) === day.slice(0, 7) ? '' : 'other'}
                    aria-label={showDay(each)}
                    aria-current={each === today ? 'date' : undefined}
                    tabIndex={each === day ? 0 : -1}
                    // Not `disabled`, because arrow keys must be able to reach it.
                    aria-disabled={isOutside(each) || undefined}
                    onClick={() => isOutside(each) || onPick(each)}
                  >
                    {Number(each.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Button variant="quiet" size="sm" disabled={isOutside(today)} onClick={() => onPick(today)}>
        {t('form.today')}
      </Button>
    </div>
  )
}

/** 0 for Monday to 6 for Sunday. */
const weekday = (day: Day) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

function dayAfterKey(key: string, day: Day, shift: boolean): Day | undefined {
  if (key === 'ArrowLeft') return addDays(day, -1)
  if (key === 'ArrowRight') return addDays(day, 1)
  if (key === 'ArrowUp') return addDays(day, -7)
  if (key === 'ArrowDown') return addDays(day, 7)
  if (key === 'PageUp') return addMonths(day, shift ? -12 : -1)
  if (key === 'PageDown') return addMonths(day, shift ? 12 : 1)
  if (key === 'Home') return addDays(day, -weekday(day))
  if (key === 'End') return addDays(day, 6 - weekday(day))
  return undefined
}

function weeksOf(day: Day): Day[][] {
  const first = `${day.slice(0, 7)}-01`
  const start = addDays(first, -weekday(first))
  return Array.from({ length: 6 }, (_week, week) =>
    Array.from({ length: 7 }, (_day, at) => addDays(start, week * 7 + at)),
  )
}

function weekDays(tag: string): { short: string; long: string }[] {
  const name = (day: Day, weekdayStyle: 'short' | 'long') =>
    new Intl.DateTimeFormat(tag, { weekday: weekdayStyle, timeZone: 'UTC' }).format(
      new Date(`${day}T00:00:00Z`),
    )
  // 2024-01-01 was a Monday.
  return Array.from({ length: 7 }, (_day, at) => addDays('2024-01-01', at)).map((day) => ({
    short: name(day, 'short').slice(0, 2),
    long: name(day, 'long'),
  }))
}
