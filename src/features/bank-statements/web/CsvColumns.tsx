import { useState } from 'react'
import { api } from '#web/api.ts'
import { MoneyFailure } from '#web/record/MoneyFailure.tsx'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { csvFields, type CsvField } from '../reading/csv-columns.ts'

/** Which column of a bank's CSV holds what, said once for all files with these headings. */
export function CsvColumns({ headings, onSaved }: { headings: string[]; onSaved: () => void }) {
  const t = useText()
  const [columns, setColumns] = useState<Partial<Record<CsvField, number>>>({})
  const [failure, setFailure] = useState<unknown>()
  const [saving, setSaving] = useState(false)
  const choose = (field: CsvField, value: string) => {
    const { [field]: _before, ...others } = columns
    setColumns(value === '' ? others : { ...others, [field]: Number(value) })
  }
  const save = async () => {
    setSaving(true)
    setFailure(undefined)
    try {
      await api('POST /api/v4/bank-statements/csv-columns/', { body: { headings, columns } })
      onSaved()
    } catch (error) {
      setFailure(error)
    } finally {
      setSaving(false)
    }
  }
  return (
    <fieldset className="csv-columns">
      <legend>{t('bank_statements.columns_title')}</legend>
      {failure !== undefined && <MoneyFailure error={failure} />}
      <div className="csv-columns-fields">
        {csvFields.map((field) => (
          <label key={field}>
            {t(`bank_statements.column.${field}`)}
            <select
              className="select"
              value={columns[field] ?? ''}
              onChange={(event) => choose(field, event.target.value)}
            >
              <option value="">{t('bank_statements.choose_column')}</option>
              {headings.map((heading, at) => (
                <option key={`${at} ${heading}`} value={at}>
                  {heading}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
      <Button variant="primary" loading={saving} onClick={() => void save()}>
        {t('bank_statements.columns_save')}
      </Button>
    </fieldset>
  )
}
