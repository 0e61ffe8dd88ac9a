import type { Value } from '#shared/lists/list-cells.ts'
import { formatEuro } from '#shared/money.ts'
import { useLocale, useText } from '../../texts.ts'
import { drawValue } from './cell.tsx'
import './figure-card.css'

type FigureCardProps = {
  cents: number
  number: string
  labels: Value
  note: string
}

/** A card in a list of money (picture 21): the figure beside the title, labels and a note below. */
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
