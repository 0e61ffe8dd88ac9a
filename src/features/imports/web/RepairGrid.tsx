import { type KeyboardEvent, useRef, useState } from 'react'
import { useText } from '#web/texts.ts'
import { IconAlertTriangle } from '#web/ui/icons.ts'
import type { Repair } from '../repair.ts'
import { CellText } from './CellText.tsx'
import type { Import } from './data.ts'
import type { Search } from './search-matches.ts'
import type { ProblemRow } from './types.ts'

type Place = { row: number; column: number }
type Props = {
  data: Import
  rows: readonly ProblemRow[]
  first: number
  count: number
  search: Search
  onEdit: (repair: Repair) => Promise<boolean>
}

/** Rows of the file as a grid: arrow keys move, Enter or F2 edits, Esc restores the cell, Tab leaves the grid. */
export function RepairGrid({ data, rows, first, count, search, onEdit }: Props) {
  const t = useText()
  const grid = useRef<HTMLTableElement>(null)
  const [at, setAt] = useState<Place>({ row: 0, column: 0 })
  const [typed, setTyped] = useState<string>()
  const here = { row: Math.min(at.row, rows.length - 1), column: at.column }
  const named = (i: number) => data.columns[i]?.name || t('imports.column_n', { n: i + 1 })
  const editable = data.can_change && !data.options.all_sheets
  const focus = (place: Place) =>
    grid.current
      ?.querySelectorAll<HTMLElement>('tbody tr')
      [place.row]?.querySelectorAll<HTMLElement>('[role=gridcell]')
      [place.column]?.focus()
  const go = (place: Place) => {
    setAt(place)
    focus(place)
  }
  const isSearched = (column: number) => search.column === null || search.column === column
  const textAt = ({ row, column }: Place) => String(rows[row]?.cells[column] ?? '')
  const leave = () => {
    setTyped(undefined)
    // The cell is rendered again in the next frame.
    requestAnimationFrame(() => focus(here))
  }
  const keep = () => {
    const text = typed ?? ''
    leave()
    if (text !== textAt(here))
      void onEdit({ kind: 'cell', line: rows[here.row]!.line, column: here.column, text })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (typed !== undefined) return
    const { row, column } = here
    // `n` and `p` change pages outside of the grid.
    if (event.key === 'n' || event.key === 'p') event.stopPropagation()
    const next: Record<string, Place> = {
      ArrowUp: { row: Math.max(row - 1, 0), column },
      ArrowDown: { row: Math.min(row + 1, rows.length - 1), column },
      ArrowLeft: { row, column: Math.max(column - 1, 0) },
      ArrowRight: { row, column: Math.min(column + 1, data.columns.length - 1) },
    }
    if (next[event.key]) {
      event.preventDefault()
      go(next[event.key]!)
    } else if (editable && (event.key === 'Enter' || event.key === 'F2')) {
      event.preventDefault()
      setTyped(textAt(here))
    }
  }
  return (
    <>
      {editable && <p className="small muted">{t('imports.grid_hint')}</p>}
      <div className="table-card import-preview">
        <table
          ref={grid}
          role="grid"
          aria-label={t('imports.rows')}
          aria-rowcount={count + 1}
          aria-readonly={editable ? undefined : true}
          className="simple-table import-grid"
          onKeyDown={onKeyDown}
        >
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">{t('imports.line')}</th>
              {data.columns.map((column, i) => (
                // oxlint-disable-next-line react/no-array-index-key -- a column is identified by its index
                <th key={i} scope="col">
                  {named(i)}
                  {column.field && <span className="muted small">{t(`imports.fields.${column.field}`)}</span>}
                </th>
              ))}
              <th scope="col">{t('imports.reasons')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, r) => (
              <tr key={`${first + r}`} aria-rowindex={first + r + 2}>
                <th scope="row" className="figures">
                  {row.line}
                  {row.refused.length > 0 && (
                    <IconAlertTriangle
                      className="import-problem"
                      size={16}
                      stroke={1.8}
                      role="img"
                      aria-label={t('imports.refused')}
                    />
                  )}
                </th>
                {data.columns.map((_column, c) => {
                  const isHere = here.row === r && here.column === c
                  const why = row.refused.filter((one) => one.columns.includes(c))
                  const text = String(row.cells[c] ?? '')
                  return (
                    <td
                      // oxlint-disable-next-line react/no-array-index-key -- a cell is identified by its index
                      key={c}
                      role="gridcell"
                      tabIndex={isHere ? 0 : -1}
                      className={why.length > 0 ? 'import-cell refused' : 'import-cell'}
                      title={why.map((one) => one.text).join('; ') || undefined}
                      aria-invalid={why.length > 0 || undefined}
                      onFocus={() => setAt({ row: r, column: c })}
                      onDoubleClick={() => editable && setTyped(text)}
                    >
                      {isHere && typed !== undefined ? (
                        <input
                          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the cell was just opened for editing
                          autoFocus
                          className="input"
                          aria-label={t('imports.edit_cell', { column: named(c), line: row.line })}
                          value={typed}
                          onChange={(event) => setTyped(event.target.value)}
                          onBlur={keep}
                          onKeyDown={(event) => {
                            if (event.key === 'Enter') keep()
                            if (event.key === 'Escape') leave()
                            event.stopPropagation()
                          }}
                        />
                      ) : (
                        <CellText text={text} find={isSearched(c) ? search.find : ''} />
                      )}
                    </td>
                  )
                })}
                <td className="import-why">{row.refused.map((one) => one.text).join('; ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
