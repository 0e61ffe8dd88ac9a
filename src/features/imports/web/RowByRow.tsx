import { useRef, useState } from 'react'
import { TextField } from '#web/form/TextField.tsx'
import { useText } from '#web/texts.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { IconChevronLeft, IconChevronRight } from '#web/ui/icons.ts'
import type { Repair } from '../repair.ts'
import { signsIn } from '../repair.ts'
import { CellText } from './CellText.tsx'
import { canRepair, type Import } from './data.ts'
import type { ProblemRow } from './types.ts'

type Props = {
  data: Import
  rows: readonly ProblemRow[]
  onEdit: (repair: Repair) => Promise<boolean>
}

/** The rows of a page on a phone: one at a time with its problems, each cell a field. */
export function RowByRow({ data, rows, onEdit }: Props) {
  const t = useText()
  const [at, setAt] = useState(0)
  const here = Math.min(at, rows.length - 1)
  const row = rows[here]!
  return (
    <div className="import-one-row">
      <div className="import-one-head">
        <strong>{t('imports.row_of', { line: row.line, n: here + 1, of: rows.length })}</strong>
        <span>
          <IconButton
            icon={IconChevronLeft}
            label={t('imports.row_before')}
            disabled={here === 0}
            onClick={() => setAt(here - 1)}
          />
          <IconButton
            icon={IconChevronRight}
            label={t('imports.row_after')}
            disabled={here === rows.length - 1}
            onClick={() => setAt(here + 1)}
          />
        </span>
      </div>
      {data.columns.map((column, c) => (
        <OneCell
          // A repaired cell starts over with its new text.
          // oxlint-disable-next-line react/no-array-index-key -- a cell is identified by its index
          key={`${row.line} ${c} ${row.cells[c] ?? ''}`}
          data={data}
          row={row}
          column={c}
          named={column.name || t('imports.column_n', { n: c + 1 })}
          onEdit={onEdit}
        />
      ))}
      <Others row={row} />
    </div>
  )
}

function OneCell({
  data,
  row,
  column,
  named,
  onEdit,
}: Pick<Props, 'data' | 'onEdit'> & { row: ProblemRow; column: number; named: string }) {
  const t = useText()
  const text = String(row.cells[column] ?? '')
  const [typed, setTyped] = useState(text)
  // Enter followed by blur saves only once.
  const kept = useRef(text)
  const { field } = data.columns[column]!
  const why = row.refused.filter((one) => one.columns.includes(column)).map((one) => one.text)
  const keep = () => {
    if (typed === kept.current) return
    kept.current = typed
    void onEdit({ kind: 'cell', line: row.line, column, text: typed })
  }
  if (!canRepair(data) || data.options.all_sheets)
    return (
      <p>
        <span className="muted small">{named}</span>
        <br />
        <CellText text={text} />
      </p>
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        keep()
      }}
      onBlur={keep}
    >
      <TextField
        name={`cell-${column}`}
        label={field ? `${named} (${t(`imports.fields.${field}`)})` : named}
        value={typed}
        onChange={setTyped}
        error={why.join('; ') || undefined}
      />
      {signsIn(text).length > 0 && (
        <p className="small">
          <CellText text={text} />
        </p>
      )}
    </form>
  )
}

/** Reasons that belong to no column of the file. */
function Others({ row }: { row: ProblemRow }) {
  const others = row.refused.filter((one) => one.columns.length === 0)
  return others.map((one) => (
    <p key={`${one.field} ${one.code}`} className="import-why">
      {one.text}
    </p>
  ))
}
