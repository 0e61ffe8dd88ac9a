import { useState } from 'react'
import { isDay } from '#shared/dates.ts'
import { download } from '#web/download.ts'
import { DateField } from '#web/form/DateField.tsx'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconDownload } from '#web/ui/icons.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { CompanyDetail } from '../contract.ts'
import type { statementFormats } from '../statement.ts'

type Format = (typeof statementFormats)[number]

/** Asks for the period and format of a company's statement of account. Default period: the current year up to today. */
export function StatementModal({ company, onClose }: { company: CompanyDetail; onClose: () => void }) {
  const t = useText()
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [loading, setLoading] = useState<Format>()
  const [errors, setErrors] = useState({ from: '', to: '' })
  const get = async (format: Format) => {
    const wrong = (day: string) => (day === '' || isDay(day) ? '' : t('validation.day'))
    const order = from && to && from > to ? t('companies.ends_before_start') : ''
    const found = { from: wrong(from), to: wrong(to) || order }
    setErrors(found)
    if (found.from || found.to) return
    setLoading(format)
    try {
      await download('GET /api/v4/companies/donating-companies/:slug/statement/', {
        params: { slug: company.slug },
        query: { format, ...(from && { date_from: from }), ...(to && { date_to: to }) },
      })
      onClose()
    } catch (error) {
      notify({ tone: 'danger', title: t('states.error'), message: explain(error, t) })
    } finally {
      setLoading(undefined)
    }
  }
  return (
    <Modal
      title={t('companies.statement')}
      subtitle={company.title}
      size="sm"
      dirty={false}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('actions.cancel')}</Button>
          <Button icon={IconDownload} loading={loading === 'xlsx'} onClick={() => void get('xlsx')}>
            {t('companies.as_xlsx')}
          </Button>
          <Button
            variant="primary"
            icon={IconDownload}
            loading={loading === 'pdf'}
            onClick={() => void get('pdf')}
          >
            {t('companies.as_pdf')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <DateField
          name="date_from"
          label={t('companies.valid_from')}
          value={from}
          onChange={setFrom}
          error={errors.from}
          optional
        />
        <DateField
          name="date_to"
          label={t('companies.valid_until')}
          value={to}
          onChange={setTo}
          error={errors.to}
          optional
        />
      </div>
    </Modal>
  )
}
