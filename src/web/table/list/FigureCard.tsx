import type { Value } from '#shared/lists/list-cells.ts'
import { formatEuro } from '#shared/money.ts'
import { useLocale, useText } from '../../texts.ts'
import { drawValue } from './cell.tsx'
import './figure-card.css'

type FigureCardProps = {
  cents: number
  /** Its number, as people name it to each other. */
  number: string
  labels: Value
  /** What else is said of it, in few words. */
  note: string
}

/** What a card of a list of money says (picture 21): the figure beside the title, labels and what else is said beneath. */
export function FigureCard({ cents, number, labels, note }: FigureCardProps) {
  const t = useText()
  const locale = useLocale()
  return (
    <>
      <div className="figure-card-end">
        <strong className="figures">{formatEuro(cents, locale)}</strong>
        <span className="caption muted">{number}</span>
      </div>
      <div className="figure-card-foot">
        {drawValue('text', labels, t, locale)}
        <span className="caption muted figures">{note}</span>
      </div>
    </>
  )
}
