import { showDay } from '#shared/dates.ts'
import { formatEuro } from '#shared/money.ts'
import { useLocale, useText } from '#web/texts.ts'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import type { Import } from './data.ts'

/** The first rows of the file unchanged, each with its result or its reasons for refusal. */
export function PreviewSection({ data }: { data: Import }) {
  const t = useText()
  const { columns, preview } = data
  if (preview.length === 0) return null
  return (
    <section aria-labelledby="preview">
      <h2 id="preview">{t('imports.preview')}</h2>
      <div className="table-card import-preview" tabIndex={0} role="group" aria-labelledby="preview">
        <table className="simple-table">
          <thead>
            <tr>
              <th scope="col">{t('imports.line')}</th>
              <th scope="col">{t('imports.becomes')}</th>
              {columns.map((column, i) => (
                // oxlint-disable-next-line react/no-array-index-key -- a column is identified by its index
                <th key={i} scope="col">
                  {column.field
                    ? t(`imports.fields.${column.field}`)
                    : column.name || t('imports.column_n', { n: i + 1 })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.map((row) => (
              <tr key={row.line}>
                <td className="figures">{row.line}</td>
                <td>
                  <PreviewOutcome row={row} />
                </td>
                {columns.map((column, i) => (
                  // oxlint-disable-next-line react/no-array-index-key -- a column is identified by its index
                  <td key={i} className={column.field ? 'import-cell' : 'import-cell muted'}>
                    {String(row.cells[i] ?? '')}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function PreviewOutcome({ row }: { row: Import['preview'][number] }) {
  const t = useText()
  const locale = useLocale()
  if (row.refused.length > 0)
    return (
      <span className="labels">
        {row.refused.map((reason) => (
          <StatusLabel key={reason.text} tone="danger" text={reason.text} />
        ))}
      </span>
    )
  if (!row.gift) return <>{t('imports.no_gift')}</>
  const { cents, currency, received_on } = row.gift
  const amount = currency === 'EUR' ? formatEuro(cents, locale) : `${(cents / 100).toFixed(2)} ${currency}`
  return (
    <span className="figures import-gift">{t('imports.gift_of', { amount, day: showDay(received_on) })}</span>
  )
}
