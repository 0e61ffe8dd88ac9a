import { useQuery } from '@tanstack/react-query'
import { type GuardedAct, guardedActs } from '#shared/approvals.ts'
import { formatEuro } from '#shared/money.ts'
import { api, q } from '#web/api.ts'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { type Cents, MoneyField } from '#web/form/MoneyField.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { queryClient } from '#web/query-client.ts'
import { PermittedFields } from '#web/record/PermittedFields.tsx'
import { SaveBar } from '#web/record/SaveBar.tsx'
import { useRecordForm } from '#web/record/useRecordForm.tsx'
import { ListFailed } from '#web/table/list/ListFailed.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { Part } from '#web/ui/Part.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { SettingsFrame } from '#features/settings/web/SettingsFrame.tsx'
import type { ApprovalSettings } from '../contract.ts'
import { WeakenedGuards } from './WeakenedGuards.tsx'
import './approvals.css'

const settings = q('GET /api/v4/settings/approvals/')

type Values = Record<`${GuardedAct}_on`, boolean> & Record<`${GuardedAct}_from`, Cents> & { days: string }

/** Acts that need a second person, their limits, and the lifetime of proposals. */
export function ApprovalSettingsPage() {
  const t = useText()
  const { data, error, refetch } = useQuery(settings)
  if (data) return <Rules data={data} />
  return (
    <SettingsFrame title={t('settings.approvals')}>
      {error ? <ListFailed error={error} onRetry={() => void refetch()} /> : <Spinner />}
    </SettingsFrame>
  )
}

function valuesOf({ rules, days }: ApprovalSettings): Values {
  return Object.fromEntries([
    ...rules.flatMap(({ act, enabled, from_cents }) => [
      [`${act}_on`, enabled],
      [`${act}_from`, from_cents],
    ]),
    ['days', String(days)],
  ]) as Values
}

function Rules({ data }: { data: ApprovalSettings }) {
  const t = useText()
  const locale = useLocale()
  const actText = (act: GuardedAct) => t(`approvals.acts.${act}`)
  const labels = Object.fromEntries([
    ...guardedActs.flatMap((act) => [
      [`${act}_on`, actText(act)],
      [`${act}_from`, t('approvals.from_named', { act: actText(act) })],
    ]),
    ['days', t('approvals.days')],
  ]) as Record<keyof Values, string>
  const { form, saving, conflict } = useRecordForm<ApprovalSettings, Values>({
    row: data,
    name: t('settings.approvals'),
    valuesOf,
    labels,
    validate: (values) => ({
      ...Object.fromEntries(
        guardedActs.map((act) => {
          const cents = values[`${act}_from`]
          return [
            `${act}_from`,
            cents === null || Number.isNaN(cents) || cents < 0 ? t('approvals.amount_invalid') : '',
          ]
        }),
      ),
      days:
        /^\d{1,2}$/.test(values.days.trim()) && Number(values.days) >= 1 && Number(values.days) <= 90
          ? ''
          : t('approvals.days_invalid'),
    }),
    shown: (_key, value) =>
      typeof value === 'boolean'
        ? t(value ? 'history.yes' : 'history.no')
        : typeof value === 'number'
          ? formatEuro(value, locale)
          : value,
    lastActor: () => Promise.resolve(undefined),
    save: (values, changed, version) =>
      api('PATCH /api/v4/settings/approvals/', {
        body: {
          rules: guardedActs
            .filter((act) => changed.includes(`${act}_on`) || changed.includes(`${act}_from`))
            .map((act) => ({
              act,
              enabled: values[`${act}_on`],
              from_cents: values[`${act}_from`] ?? 0,
            })),
          ...(changed.includes('days') && { days: Number(values.days) }),
          version,
        },
      }),
    onSaved: (saved) => {
      queryClient.setQueryData(settings.queryKey, saved)
    },
  })
  return (
    <SettingsFrame
      title={t('settings.approvals')}
      footer={
        <SaveBar dirty={form.dirty} saving={saving} onSave={form.submit} onDiscard={() => form.reset()} />
      }
    >
      <WeakenedGuards />
      <Part title={t('settings.approvals')}>
        <form {...form.props} className="stack">
          <p className="small muted">{t('approvals.settings_hint')}</p>
          <PermittedFields permission="change_settings" label={t('settings.approvals')} className="stack">
            {guardedActs.map((act) => (
              <div key={act} className="approval-rule">
                <CheckboxField {...form.field(`${act}_on`)} label={actText(act)} />
                <MoneyField
                  {...form.field(`${act}_from`)}
                  label={labels[`${act}_from`]}
                  hint={t('approvals.from_hint')}
                />
              </div>
            ))}
            <TextField {...form.field('days')} label={t('approvals.days')} inputMode="numeric" required />
          </PermittedFields>
        </form>
      </Part>
      {conflict}
    </SettingsFrame>
  )
}
