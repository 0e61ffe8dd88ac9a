import { ApiError } from '../api.ts'
import { useText } from '../texts.ts'
import type { ExcerptRow } from '#shared/reading/excerpt-row.ts'
import './refused-rows.css'

/** The rows shown with a refusal; none when it has no line. */
export const excerptIn = (failure: unknown): ExcerptRow[] =>
  (failure instanceof ApiError ? (failure.fields?.excerpt ?? []) : []).map(
    (row) => JSON.parse(row) as ExcerptRow,
  )

/** The rows around the refused one, which is marked, with its odd cell if known. */
export function RefusedRows({ rows }: { rows: readonly ExcerptRow[] }) {
  const t = useText()
  const width = Math.max(...rows.map(({ cells }) => cells.length))
  return (
    <div className="table-card refused-rows" tabIndex={0} role="group" aria-label={t('files.shown_rows')}>
      <table className="simple-table">
        <caption>{t('files.shown_rows')}</caption>
        <tbody>
          {rows.map((row) => (
            <tr key={row.line} data-odd={row.is_refused || undefined}>
              <th scope="row" className="figures">
                {row.is_refused ? t('files.shown_line', { line: row.line }) : row.line}
              </th>
              {row.cells.map((cell, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- a cell is identified by its index
                <td key={at} colSpan={at === row.cells.length - 1 ? width - at : undefined}>
                  {at === row.odd ? <mark>{cell}</mark> : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
