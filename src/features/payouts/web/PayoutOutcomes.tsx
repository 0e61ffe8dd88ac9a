import type { ReactNode } from 'react'
import { formatEuro } from '#shared/money.ts'
import { visible } from '#shared/text-direction.ts'
import { useLocale, useText } from '#web/texts.ts'

type Outcome = {
  slug: string
  number: string
  project: string
  amount_cents: number
  outcome: ReactNode
  note?: ReactNode
}

/** One row per payout of a file or of pasted references, with outcome and amount. */
export function PayoutOutcomes({
  label,
  heading,
  rows,
}: {
  label: string
  heading: string
  rows: readonly Outcome[]
}) {
  const t = useText()
  const locale = useLocale()
  return (
    <div className="table-card" role="group" aria-label={label} tabIndex={0}>
      <table className="simple-table">
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{t('payouts.payout')}</th>
            <th scope="col">{heading}</th>
            <th scope="col" className="end">
              {t('columns.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ slug, number, project, amount_cents, outcome, note }) => (
            <tr key={slug}>
              <th scope="row">
                {visible(project)}
                <div className="small muted figures">{number}</div>
              </th>
              <td>{outcome}</td>
              <td className="end figures">
                {formatEuro(amount_cents, locale)}
                {note}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
