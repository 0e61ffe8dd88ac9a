import type { ReactNode } from 'react'
import type { Value } from '#shared/list-cells.ts'
import { currentLocale, useText } from '../texts.ts'
import { drawValue } from './cell.tsx'
import './figure-card.css'

type FigureCardProps = {
  /** Its title and the line beneath, as the list draws them. */
  title: ReactNode
  figure: string
  /** Its number, as people name it to each other. */
  number: string
  labels: Value
  /** What else is said of it, in few words. */
  note: string
}

/** A card of a list of money (picture 21): the figure beside the title, labels and what else is said beneath. */
export function FigureCard({ title, figure, number, labels, note }: FigureCardProps) {
  const t = useText()
  return (
    <div className="figure-card">
      <div>
        {title}
        <span className="figure-card-end">
          <strong className="figures">{figure}</strong>
          <span className="caption muted">{number}</span>
        </span>
      </div>
      <div>
        {drawValue('text', labels, t, currentLocale())}
        <span className="caption muted figures">{note}</span>
      </div>
    </div>
  )
}
