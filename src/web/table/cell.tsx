import type { ReactNode } from 'react'
import type { Translate } from '../texts.ts'
import { StatusLabel } from '../ui/StatusLabel.tsx'
import { type Cell, dash } from '#shared/labels.ts'

/** Labels that stand in one cell of a table; an export holds all of them. */
const shownLabels = 2

/** A cell as lists draw it: at most two labels, stacked, else plain text, else the dash. */
export function drawCell(cell: Cell, t: Translate): ReactNode {
  if ('text' in cell) return cell.text || dash
  if (cell.labels.length === 0) return dash
  return <span className="labels">{drawLabels({ labels: cell.labels.slice(0, shownLabels) }, t)}</span>
}

/** All labels of a cell, one behind the other; nothing when there is none (the head of a record). */
export function drawLabels(cell: Cell, t: Translate): ReactNode {
  if ('text' in cell) return null
  return cell.labels.map((label) => (
    <StatusLabel key={label.text} tone={label.tone} text={label.display ?? t.of(label.text)} />
  ))
}
