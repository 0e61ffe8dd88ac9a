import { dayOf, showDay } from '#shared/dates.ts'
import { useText } from '#web/texts.ts'
import { IconLock } from '#web/ui/icons.ts'
import './journal/journal.css'

/** A business day; a lock on a day in a closed month says when the month was closed. */
export function BusinessDay({ day, closedAt }: { day: string; closedAt: string | null }) {
  const t = useText()
  if (closedAt === null) return showDay(day)
  const words = t('journal.closed_on', { date: showDay(dayOf(new Date(closedAt))) })
  return (
    <span className="journal-day" title={words}>
      {showDay(day)}
      <IconLock size={14} stroke={1.8} aria-hidden />
      <span className="visually-hidden">{words}</span>
    </span>
  )
}
