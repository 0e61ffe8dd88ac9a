import { useState } from 'react'
import { download } from '#web/download.ts'
import { TextField } from '#web/form/TextField.tsx'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconDownload } from '#web/ui/icons.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'

/** Ranges of DATEV's consultant and client numbers. */
const limits = { consultant: [1001, 9_999_999], client: [1, 99_999] } as const

export function DatevModal({ month, onClose }: { month: string; onClose: () => void }) {
  const t = useText()
  const [values, setValues] = useState({ month, consultant: '', client: '' })
  const [errors, setErrors] = useState({ month: '', consultant: '', client: '' })
  const [loading, setLoading] = useState(false)
  const set = (field: keyof typeof values) => (value: string) => setValues({ ...values, [field]: value })
  const wrong = (field: keyof typeof limits) => {
    const [from, to] = limits[field]
    const number = Number(values[field])
    const fits = /^\d+$/.test(values[field]) && number >= from && number <= to
    return fits ? '' : t('statistics.number_between', { from, to })
  }
  const get = async () => {
    const found = {
      month: /^\d{4}-(0[1-9]|1[0-2])$/.test(values.month) ? '' : t('validation.unknown_value'),
      consultant: wrong('consultant'),
      client: wrong('client'),
    }
    setErrors(found)
    if (found.month || found.consultant || found.client) return
    setLoading(true)
    try {
      await download('GET /api/v4/statistics/datev/', {
        query: {
          month: values.month,
          consultant: Number(values.consultant),
          client: Number(values.client),
        },
      })
      onClose()
    } catch (error) {
      notify({ tone: 'danger', title: t('states.error'), message: explain(error, t) })
    } finally {
      setLoading(false)
    }
  }
  return (
    <Modal
      title={t('statistics.datev_title')}
      size="sm"
      onClose={onClose}
      footer={(close) => (
        <>
          <Button onClick={close}>{t('actions.cancel')}</Button>
          <Button variant="primary" icon={IconDownload} loading={loading} onClick={() => void get()}>
            {t('charts.download')}
          </Button>
        </>
      )}
    >
      <div className="stack">
        <TextField
          name="month"
          label={t('statistics.datev_month')}
          hint={t('statistics.datev_hint')}
          value={values.month}
          onChange={set('month')}
          error={errors.month}
          required
        />
        <TextField
          name="consultant"
          label={t('statistics.consultant')}
          value={values.consultant}
          onChange={set('consultant')}
          error={errors.consultant}
          required
        />
        <TextField
          name="client"
          label={t('statistics.client')}
          value={values.client}
          onChange={set('client')}
          error={errors.client}
          required
        />
      </div>
    </Modal>
  )
}
