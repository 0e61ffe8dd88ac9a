import { type ReactNode, useEffect, useId, useState } from 'react'
import { type Answer, api } from '#web/api.ts'
import { fieldErrors } from '#web/form/errors.ts'
import { FieldError } from '#web/form/Field.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { explain } from '#web/ui/states.tsx'
import {
  type CsvColumns as Columns,
  csvFields,
  type CsvField,
  likeliestHeadings,
  proposeColumns,
} from '../reading/csv-columns.ts'

type Preview = Answer<'POST /api/v4/bank-statements/csv-preview/'>
type Row = Preview['rows'][number]

/** Number of rows shown below the headings. */
const sampleRows = 5

type CsvColumnsProps = {
  file: File
  /** Slug of the chosen account; empty for none. */
  account: string
  accountField: (error: string | undefined) => ReactNode
  onSaved: () => void
}

/**
 * Asks for the contents of a bank's CSV columns: shows the first rows with a choice above each column. The answers are
 * saved as a layout of the account, for all files with these headings.
 */
export function CsvColumns(props: CsvColumnsProps) {
  const { file, account } = props
  const t = useText()
  const [preview, setPreview] = useState<Preview>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    let isCurrent = true
    setPreview(undefined)
    setFailure(undefined)
    const form = { file, bank_account: account || undefined }
    api('POST /api/v4/bank-statements/csv-preview/', { form }).then(
      (found) => isCurrent && setPreview(found),
      (error) => isCurrent && setFailure(fieldErrors(error)['file'] ?? explain(error, t)),
    )
    return () => {
      isCurrent = false
    }
    // The account changes the proposal only until the person edits it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [file])
  if (failure !== undefined)
    return (
      <Callout loud tone="danger">
        {failure}
      </Callout>
    )
  return preview ? <Mapping {...props} preview={preview} /> : null
}

function Mapping({ file, account, accountField, onSaved, preview }: CsvColumnsProps & { preview: Preview }) {
  const t = useText()
  const errorId = useId()
  const [header, setHeader] = useState(preview.header ?? likeliestHeadings(preview.rows)?.line ?? 0)
  const [columns, setColumns] = useState<Columns>(
    preview.header === null ? proposedAt(preview.rows, header) : preview.columns,
  )
  const [title, setTitle] = useState(preview.title || file.name.replace(/\.[^.]*$/, '').slice(0, 100))
  const [failure, setFailure] = useState<unknown>()
  const [saving, setSaving] = useState(false)
  const below = preview.rows.filter(({ line }) => line > header)
  const width =
    header > 0 ? cellsAt(preview.rows, header).length : Math.max(...below.map(({ cells }) => cells.length))
  const headings = header > 0 ? cellsAt(preview.rows, header) : Array.from({ length: width }, () => '')
  const errors = fieldErrors(failure)
  const chooseHeader = (line: number) => {
    setHeader(line)
    setColumns(proposedAt(preview.rows, line))
  }
  const choose = (at: number, field: CsvField | '') => {
    // A column has one content, and each content one column.
    const others = Object.entries(columns).filter(([one, place]) => place !== at && one !== field)
    setColumns(Object.fromEntries(field === '' ? others : [...others, [field, at]]) as Columns)
  }
  const save = async () => {
    setSaving(true)
    setFailure(undefined)
    try {
      await api('POST /api/v4/bank-statements/csv-layouts/', {
        body: { bank_account: account, title, headings, columns },
      })
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
      <p className="muted">{t('bank_statements.columns_hint')}</p>
      <div className="csv-columns-fields">
        {accountField(errors['bank_account'])}
        <TextField
          name="title"
          label={t('bank_statements.layout_title')}
          hint={t('bank_statements.layout_hint')}
          required
          value={title}
          onChange={setTitle}
          error={errors['title']}
        />
        <SelectField
          name="header"
          label={t('bank_statements.header_row')}
          value={String(header)}
          onChange={(line) => chooseHeader(Number(line))}
          options={[
            { value: '0', label: t('bank_statements.no_header') },
            ...preview.rows.map(({ line, cells }) => ({
              value: String(line),
              label: `${line}: ${cells.filter(Boolean).join(' · ').slice(0, 80)}`,
            })),
          ]}
        />
      </div>
      <div
        className="csv-columns-table"
        role="region"
        tabIndex={0}
        aria-label={t('bank_statements.first_rows')}
      >
        <table aria-describedby={errors['columns'] ? errorId : undefined}>
          <thead>
            <tr>
              {headings.map((heading, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- columns are identified by their index
                <th key={at} scope="col">
                  <select
                    className="select"
                    aria-label={t('bank_statements.column_holds', { n: at + 1, heading })}
                    value={csvFields.find((field) => columns[field] === at) ?? ''}
                    onChange={(event) => choose(at, event.target.value as CsvField | '')}
                  >
                    <option value="">{t('bank_statements.column_unused')}</option>
                    {csvFields.map((field) => (
                      <option key={field} value={field}>
                        {t(`bank_statements.column.${field}`)}
                      </option>
                    ))}
                  </select>
                  <span>{heading}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {below.slice(0, sampleRows).map(({ line, cells }) => (
              <tr key={line}>
                {headings.map((_, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- columns are identified by their index
                  <td key={at}>{cells[at] ?? ''}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <FieldError id={errorId} error={errors['columns']} />
      {failure !== undefined && Object.keys(errors).length === 0 && (
        <Callout loud tone="danger">
          {explain(failure, t)}
        </Callout>
      )}
      <Button variant="primary" loading={saving} onClick={() => void save()}>
        {t('bank_statements.columns_save')}
      </Button>
    </fieldset>
  )
}

const cellsAt = (rows: readonly Row[], line: number) => rows.find((row) => row.line === line)?.cells ?? []

/** The likely contents of the columns below a heading row. */
const proposedAt = (rows: readonly Row[], header: number) =>
  proposeColumns(
    cellsAt(rows, header),
    rows.filter(({ line }) => line > header).map(({ cells }) => cells),
  )
