import { useQuery } from '@tanstack/react-query'
import { api, invalidate, q } from '#web/api.ts'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { PermittedFields } from '#web/record/PermittedFields.tsx'
import { SaveBar } from '#web/record/SaveBar.tsx'
import { useRecordForm } from '#web/record/useRecordForm.tsx'
import { queryClient } from '#web/query-client.ts'
import { useText } from '#web/texts.ts'
import { Part } from '#web/ui/Part.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { ErrorPanel } from '#web/ui/states.tsx'
import { fundingTypes } from '#features/ledger/funding-types.ts'
import { SettingsFrame } from '#features/settings/web/SettingsFrame.tsx'
import type { PlatformFeatures } from '../contract.ts'

const features = q('GET /api/v4/platform-features/1/')
type Offers = Omit<PlatformFeatures, 'version'>

/** Which funding types the platform offers. */
export function FeaturesPage() {
  const t = useText()
  const { data, error, refetch } = useQuery(features)
  if (data) return <Features data={data} />
  return (
    <SettingsFrame title={t('settings.features')}>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <Spinner />}
    </SettingsFrame>
  )
}

const valuesOf = ({ version: _version, ...offers }: PlatformFeatures): Offers => offers

function Features({ data }: { data: PlatformFeatures }) {
  const t = useText()
  const labels = Object.fromEntries(
    Object.values(fundingTypes).map((type) => [type.feature, t(type.text)]),
  ) as Record<keyof Offers, string>
  const { form, saving, conflict } = useRecordForm<PlatformFeatures, Offers>({
    row: data,
    name: t('settings.features'),
    valuesOf,
    labels,
    shown: (_key, value) => t(value ? 'history.yes' : 'history.no'),
    lastActor: () => Promise.resolve(undefined),
    save: (values, changed, version) =>
      api('PATCH /api/v4/platform-features/1/', {
        body: { ...Object.fromEntries(changed.map((key) => [key, values[key]])), version },
      }),
    onSaved: (saved) => {
      queryClient.setQueryData(features.queryKey, saved)
      void invalidate('GET /api/v4/projects/')
    },
  })
  return (
    <SettingsFrame
      title={t('settings.features')}
      footer={
        <SaveBar dirty={form.dirty} saving={saving} onSave={form.submit} onDiscard={() => form.reset()} />
      }
    >
      <Part title={t('settings.features')}>
        <form {...form.props} className="stack">
          <p className="small muted">{t('features.hint')}</p>
          <PermittedFields permission="change_settings" label={t('settings.features')} className="stack-s">
            {Object.values(fundingTypes).map(({ feature }) => (
              <CheckboxField key={feature} {...form.field(feature)} label={labels[feature]} />
            ))}
          </PermittedFields>
        </form>
      </Part>
      {conflict}
    </SettingsFrame>
  )
}
