import { useText } from '#web/texts.ts'
import { DateField } from '#web/form/DateField.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { ErrorPanel } from '#web/ui/states.tsx'
import type { DocumentRow } from '#features/documents/contract.ts'
import type { FoundValue } from '#features/document-reading/findings.ts'
import { isOpen } from '../found.ts'
import { Effects } from './Effects.tsx'
import { FoundValues } from './FoundValues.tsx'
import type { Reading } from './useFindings.ts'
import type { ValuesState } from './useValues.ts'

type ValuesProps = {
  row: DocumentRow
  reading: Reading
  values: ValuesState
  onShow: (found: FoundValue) => void
}

/** Side panel with the found values and the effects of the days. */
export function Values({ row, reading, values, onShow }: ValuesProps) {
  const t = useText()
  const open = values.items.filter(isOpen).length
  const isNotice = row.type === 'exemption_notice'
  return (
    <div className="viewer-side-scroll" data-scroller="values">
      {isNotice && (
        <div>
          <div className="viewer-side-head">
            <h2>{t('viewer.found')}</h2>
            {values.items.length > 0 && <span className="small muted">{values.items.length}</span>}
            {open > 0 && <span className="small muted end">{t('viewer.open', { count: open })}</span>}
            <span className="visually-hidden" aria-live="polite">
              {reading.state === 'read' && t('viewer.found_count', { count: values.items.length })}
            </span>
          </div>
          <FindingsSection {...{ row, reading, values, onShow }} />
        </div>
      )}
      {isNotice ? (
        <>
          <Effects row={row} days={values.draft} />
          <div className="viewer-days">
            <Day values={values} field="expires_on" placeholder={t('documents.follows')} />
          </div>
        </>
      ) : (
        <Days values={values} isMade={row.source === 'generated'} />
      )}
    </div>
  )
}

function FindingsSection({ reading, values, onShow }: ValuesProps) {
  const t = useText()
  if (reading.state === 'reading')
    return (
      <div className="viewer-note">
        <Spinner size={20} />
        <p className="muted">{t('viewer.reading')}</p>
      </div>
    )
  if (reading.state === 'failed') return <ErrorPanel error={reading.error} onRetry={reading.retry} isPart />
  if (values.items.length > 0)
    return (
      <>
        <p className="viewer-hint muted">{t('viewer.suggestions')}</p>
        <FoundValues values={values} onShow={onShow} />
      </>
    )
  return (
    <div className="viewer-note stack">
      <Callout tone="info">{t(reading.hasText ? 'viewer.nothing_found' : 'viewer.no_text')}</Callout>
      <Day values={values} field="issued_on" />
      {(['tax_office', 'tax_number'] as const).map((field) => (
        <TextField
          key={field}
          name={field}
          label={t(`viewer.fields.${field}`)}
          value={values.draft[field]}
          error={values.errors[field]}
          readOnly={values.missing(field) !== undefined}
          onChange={(value) => values.type(field, value)}
        />
      ))}
    </div>
  )
}

/** Other documents than notices show only their days. */
function Days({ values, isMade }: { values: ValuesState; isMade: boolean }) {
  const t = useText()
  return (
    <section className="viewer-days" aria-label={t('viewer.days')}>
      <Day values={values} field="issued_on" readOnly={isMade} />
      <Day values={values} field="expires_on" readOnly={isMade} />
    </section>
  )
}

type DayProps = {
  values: ValuesState
  field: 'issued_on' | 'expires_on'
  placeholder?: string
  readOnly?: boolean
}

function Day({ values, field, placeholder, readOnly }: DayProps) {
  const t = useText()
  return (
    <DateField
      name={field}
      label={t(`viewer.fields.${field}`)}
      value={values.draft[field]}
      error={values.errors[field]}
      readOnly={readOnly || values.missing(field) !== undefined}
      onChange={(value) => values.type(field, value)}
      {...(placeholder !== undefined && { placeholder })}
    />
  )
}
