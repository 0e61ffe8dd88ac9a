import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayOf, isDay, showDay } from '#shared/dates.ts'
import { type Answer, api, q } from '#web/api.ts'
import { DateField } from '#web/form/DateField.tsx'
import { FormModal } from '#web/form/FormModal.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { useText } from '#web/texts.ts'
import { Part } from '#web/ui/Part.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { ListFailed } from '#web/table/list/ListFailed.tsx'
import { SettingsFrame } from '#features/settings/web/SettingsFrame.tsx'
import { useSettingForm } from '#features/settings/web/useSettingForm.ts'

const list = 'GET /api/v4/settings/limits/'
/** Start of the default values, early enough for every date. */
const defaultsStart = '1900-01-01'
type Limit = Answer<typeof list>['results'][number]

export function LimitsPage() {
  const t = useText()
  const { data, error, refetch } = useQuery(q(list))
  const [open, setOpen] = useState<Limit>()
  return (
    <SettingsFrame title={t('settings.limits')}>
      {data ? (
        data.results.map((limit) => (
          <LimitPart key={limit.key} limit={limit} onChange={() => setOpen(limit)} />
        ))
      ) : error ? (
        <ListFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
      {open && <LimitModal limit={open} onClose={() => setOpen(undefined)} />}
    </SettingsFrame>
  )
}

function LimitPart({ limit, onChange }: { limit: Limit; onChange: () => void }) {
  const t = useText()
  const [today] = useState(() => dayOf(new Date()))
  // Values are sorted newest first, so the first one not in the future is valid now.
  const now = limit.values.find((value) => value.valid_from <= today)
  return (
    <Part
      title={limit.title}
      action={
        <PermissionButton
          permission="change_settings"
          size="sm"
          aria-label={t('actions.named', { action: t('limits.change'), title: limit.title })}
          onClick={onChange}
        >
          {t('limits.change')}
        </PermissionButton>
      }
    >
      <div className="table-card" role="region" aria-label={limit.title} tabIndex={0}>
        <table className="simple-table">
          <caption className="visually-hidden">{limit.title}</caption>
          <thead>
            <tr>
              <th scope="col">{t('settings.valid_from')}</th>
              <th scope="col" className="end">
                {t('limits.value')}
              </th>
            </tr>
          </thead>
          <tbody>
            {limit.values.map((value) => (
              <tr key={value.valid_from}>
                <th scope="row" className="figures">
                  {value.valid_from === defaultsStart ? t('limits.always') : showDay(value.valid_from)}
                  {value === now && <span className="caption muted"> · {t('limits.now')}</span>}
                </th>
                <td className="end figures">{value.value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Part>
  )
}

function LimitModal({ limit, onClose }: { limit: Limit; onClose: () => void }) {
  const t = useText()
  const [today] = useState(() => dayOf(new Date()))
  const { form, failure } = useSettingForm<{ value: string; valid_from: string }>({
    initial: { value: String(limit.value), valid_from: today },
    validate: ({ value, valid_from }) => ({
      value:
        /^\d{1,4}$/.test(value.trim()) && Number(value) >= 1 && Number(value) <= 1200
          ? ''
          : t('limits.value_invalid'),
      valid_from: !valid_from
        ? t('limits.valid_from_required')
        : isDay(valid_from)
          ? ''
          : t('validation.day'),
    }),
    save: async ({ value, valid_from }) => {
      await api('POST /api/v4/settings/limits/', {
        body: { key: limit.key, value: Number(value), valid_from },
      })
      return { title: limit.title }
    },
    onSaved: () => {
      onClose()
    },
  })
  return (
    <FormModal
      title={t('limits.change_title', { title: limit.title })}
      form={form}
      failure={failure}
      onClose={onClose}
    >
      <TextField {...form.field('value')} label={t('limits.value')} inputMode="numeric" required />
      <DateField {...form.field('valid_from')} label={t('settings.valid_from')} min={today} required />
    </FormModal>
  )
}
