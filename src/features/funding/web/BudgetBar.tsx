import { showDay } from '#shared/dates.ts'
import { formatEuro } from '#shared/money.ts'
import { useLocale, useText } from '#web/texts.ts'
import type { BudgetChoice } from '../contract.ts'
import { sharesOf } from './amounts.ts'

type BudgetBarProps = { budget: BudgetChoice; sum: number; isTooMuch: boolean }

/** A budget's used part, the part this sum would take, and the rest. */
export function BudgetBar({ budget, sum, isTooMuch }: BudgetBarProps) {
  const t = useText()
  const locale = useLocale()
  const shares = sharesOf(budget.granted_cents, budget.used_cents, sum)
  const facts = [
    budget.funding_type.display,
    budget.valid_until
      ? t('funding.valid_to', { day: showDay(budget.valid_until) })
      : budget.valid_from && t('funding.valid_from', { day: showDay(budget.valid_from) }),
    t('funding.granted', { amount: formatEuro(budget.granted_cents, locale) }),
  ].filter(Boolean)
  const left = budget.available_cents
  return (
    <div className="budget-bar" data-tone={isTooMuch ? 'danger' : undefined}>
      <p className="figures">
        <span className="muted">{facts.join(' · ')}</span>
        <span>
          {t('funding.left_after', {
            before: formatEuro(left, locale),
            after: formatEuro(left - sum, locale),
          })}
        </span>
      </p>
      <svg width="100%" height="8" aria-hidden>
        <rect width="100%" height="8" rx="4" className="budget-whole" />
        <rect width={`${shares.used * 100}%`} height="8" className="budget-used" />
        <rect x={`${shares.used * 100}%`} width={`${shares.sum * 100}%`} height="8" className="budget-sum" />
      </svg>
    </div>
  )
}
