import type { ReactNode } from 'react'
import { waitingLabel } from '#shared/approvals.ts'
import { showDay, showInstant } from '#shared/dates.ts'
import { dash } from '#shared/labels.ts'
import type { Value } from '#shared/lists/list-cells.ts'
import type { ColumnKind } from '#shared/lists/list-record.ts'
import type { Locale } from '#shared/messages.ts'
import { formatEuro, formatInteger } from '#shared/money.ts'
import type { Translate } from '../../texts.ts'
import { IconUserCheck } from '../../ui/icons.ts'
import { StatusLabel } from '../../ui/StatusLabel.tsx'

/** Number of labels shown in one cell of a table; an export holds all of them. */
const shownLabels = 2

/** Draws a value by its kind: at most two labels, stacked, else text or figures, else the dash. */
export function drawValue(kind: ColumnKind, value: Value, t: Translate, locale: Locale): ReactNode {
  if (value === null || value === '') return dash
  if (typeof value === 'number')
    return kind === 'EUR' ? formatEuro(value, locale) : formatInteger(value, locale)
  if (typeof value === 'string')
    return kind === 'day' ? showDay(value) : kind === 'instant' ? showInstant(value) : value
  if ('text' in value) return value.text || dash
  if (value.labels.length === 0) return dash
  return <span className="labels">{drawLabels({ labels: value.labels.slice(0, shownLabels) }, t)}</span>
}

/** All labels of a cell in a row; nothing when there are none (the head of a record). */
export function drawLabels(value: Value, t: Translate): ReactNode {
  if (value === null || typeof value !== 'object' || 'text' in value) return null
  return value.labels.map((label) => (
    <StatusLabel
      key={label.text}
      tone={label.tone}
      text={label.display ?? t.of(label.text)}
      {...(label.text === waitingLabel.text && { icon: IconUserCheck })}
    />
  ))
}
