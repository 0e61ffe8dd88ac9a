import { FieldError } from '#web/form/Field.tsx'
import { useText } from '#web/texts.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { type ImportField, importFields } from '../columns/fields.ts'
import type { Import } from './data.ts'
import type { ChangeImport } from './types.ts'

type Props = { data: Import; onChange: ChangeImport; error: string | undefined }

export function ColumnsSection({ data, onChange, error }: Props) {
  const t = useText()
  const { columns, can_change } = data
  const fixed = data.kind === 'grants360' || !can_change
  const firstRow = data.preview[0]?.cells ?? []
  const choose = (at: number, field: ImportField | null) => {
    // A field has one column: the one chosen last.
    void onChange((now) => ({
      columns: now.columns.map((column, i) =>
        i === at ? field : column.field === field && field !== null ? null : column.field,
      ),
    }))
  }
  const named = (i: number) => columns[i]!.name || t('imports.column_n', { n: i + 1 })
  return (
    <section aria-labelledby="columns">
      <h2 id="columns">{t('imports.columns')}</h2>
      <p className="small muted">
        {data.kind === 'grants360' ? t('imports.columns_fixed') : t('imports.columns_hint')}
      </p>
      {!columns.some((column) => column.field === 'organization_title') && (
        <Callout tone="warning">{t('imports.no_organization')}</Callout>
      )}
      <FieldError id="columns-error" error={error} />
      <div className="table-card" tabIndex={0} role="group" aria-labelledby="columns">
        <table className="simple-table import-columns">
          <thead>
            <tr>
              <th scope="col">{t('imports.column')}</th>
              <th scope="col">{t('imports.example')}</th>
              <th scope="col">{t('imports.holds')}</th>
              <th scope="col">{t('imports.why')}</th>
            </tr>
          </thead>
          <tbody>
            {columns.map((column, i) => (
              // oxlint-disable-next-line react/no-array-index-key -- a column is identified by its index
              <tr key={i}>
                <th scope="row">{named(i)}</th>
                <td className="import-cell">{String(firstRow[i] ?? '')}</td>
                <td>
                  {fixed ? (
                    column.field ? (
                      t(`imports.fields.${column.field}`)
                    ) : (
                      t('imports.not_imported')
                    )
                  ) : (
                    <select
                      className="select"
                      aria-label={t('imports.holds_of', { column: named(i) })}
                      value={column.field ?? ''}
                      onChange={(event) => choose(i, (event.target.value || null) as ImportField | null)}
                    >
                      <option value="">{t('imports.not_imported')}</option>
                      {importFields.map((field) => (
                        <option key={field} value={field}>
                          {t(`imports.fields.${field}`)}
                        </option>
                      ))}
                    </select>
                  )}
                </td>
                <td>
                  <Why guess={column.guess} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const tones = { sure: 'default', likely: 'info', unsure: 'warning' } as const

function Why({ guess }: { guess: Import['columns'][number]['guess'] }) {
  const t = useText()
  if (!guess) return null
  const { reason, sureness } = guess
  return (
    <span className="import-guess">
      <StatusLabel tone={tones[sureness]} text={t(`imports.sureness.${sureness}`)} />
      <span className="small muted">{t(`imports.guess.${reason}`)}</span>
    </span>
  )
}
