import { formatWholeEuro } from '#shared/money.ts'
import { useLocale } from '../texts.ts'
import './ui.css'

type MoneyBarProps = {
  /** Cents. */
  received: number
  goal: number
  labels: { received: string; missing: string; goal: string }
}

/** Received, still needed and goal in whole euros, with a bar. */
export function MoneyBar({ received, goal, labels }: MoneyBarProps) {
  const locale = useLocale()
  const share = goal > 0 ? Math.min(1, received / goal) : 0
  return (
    <div className="money-bar">
      <p className="figures">
        <span>
          {labels.received} <strong>{formatWholeEuro(received, locale)}</strong>
        </span>
        <span>
          {labels.missing} <strong>{formatWholeEuro(Math.max(0, goal - received), locale)}</strong>
        </span>
        <span>
          {labels.goal} <strong>{formatWholeEuro(goal, locale)}</strong>
        </span>
      </p>
      <svg width="100%" height="8" aria-hidden>
        <rect width="100%" height="8" rx="4" className="money-bar-back" />
        <rect width={`${share * 100}%`} height="8" rx="4" className="money-bar-fill" />
      </svg>
    </div>
  )
}
