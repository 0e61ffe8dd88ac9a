import { useQuery } from '@tanstack/react-query'
import { formatEuro } from '#shared/money.ts'
import { api, q } from '#web/api.ts'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { MoneyField } from '#web/form/MoneyField.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { PermittedFields } from '#web/record/PermittedFields.tsx'
import { SaveBar } from '#web/record/SaveBar.tsx'
import { useRecordForm } from '#web/record/useRecordForm.tsx'
import { queryClient } from '#web/query-client.ts'
import { ListFailed } from '#web/table/list/ListFailed.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { Part } from '#web/ui/Part.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { type FundingType, fundingTypes } from '#features/ledger/funding-types.ts'
import { SettingsFrame } from '#features/settings/web/SettingsFrame.tsx'
import type { PlatformFeatures } from '../contract.ts'

const features = q('GET /api/v4/platform-features/1/')
type Offers = Omit<PlatformFeatures, 'version'>
type FundingFeature = Exclude<
  keyof Offers,
  'all_or_nothing' | 'fallback_funding_type' | 'max_gift_cents' | 'import_confirm_cents' | 'grants360_prefix'
>

export function FeaturesPage() {
  const t = useText()
  const { data, error, refetch } = useQuery(features)
  if (data) return <Features data={data} />
  return (
    <SettingsFrame title={t('settings.features')}>
      {error ? <ListFailed error={error} onRetry={() => void refetch()} /> : <Spinner />}
    </SettingsFrame>
  )
}

const valuesOf = ({ version: _version, ...offers }: PlatformFeatures): Offers => offers

function Features({ data }: { data: PlatformFeatures }) {
  const t = useText()
  const labels = Object.fromEntries(
    Object.values(fundingTypes).map((type) => [type.feature, t(type.text)]),
  ) as Record<FundingFeature, string>
  const rules = {
    all_or_nothing: t('features.all_or_nothing'),
    fallback_funding_type: t('features.fallback'),
    max_gift_cents: t('features.max_gift'),
    import_confirm_cents: t('features.import_confirm'),
    grants360_prefix: t('features.grants_prefix'),
  }
  const locale = useLocale()
  const typeText = (type: FundingType) => t(fundingTypes[type].text)
  const { form, saving, conflict } = useRecordForm<PlatformFeatures, Offers>({
    row: data,
    name: t('settings.features'),
    valuesOf,
    labels: { ...labels, ...rules },
    shown: (key, value) =>
      key === 'fallback_funding_type'
        ? typeText(value as FundingType)
        : key === 'max_gift_cents' || key === 'import_confirm_cents'
          ? formatEuro(value as number, locale)
          : key === 'grants360_prefix'
            ? (value as string)
            : t(value ? 'history.yes' : 'history.no'),
    lastActor: () => Promise.resolve(undefined),
    save: (values, changed, version) =>
      api('PATCH /api/v4/platform-features/1/', {
        body: { ...Object.fromEntries(changed.map((key) => [key, values[key]])), version },
      }),
    onSaved: (saved) => {
      queryClient.setQueryData(features.queryKey, saved)
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
            <CheckboxField
              {...form.field('all_or_nothing')}
              label={rules.all_or_nothing}
              subtitle={t('features.all_or_nothing_hint')}
            />
            <SelectField
              name="fallback_funding_type"
              label={rules.fallback_funding_type}
              hint={t('features.fallback_hint')}
              value={String(form.values.fallback_funding_type)}
              onChange={(value) => form.set('fallback_funding_type', Number(value) as FundingType)}
              options={Object.entries(fundingTypes).map(([value, { text }]) => ({ value, label: t(text) }))}
              required
            />
            <MoneyField
              {...form.field('max_gift_cents')}
              label={rules.max_gift_cents}
              // The field rejects text that is not an amount.
              onChange={(cents) => form.set('max_gift_cents', cents ?? Number.NaN)}
              required
            />
            <MoneyField
              {...form.field('import_confirm_cents')}
              label={rules.import_confirm_cents}
              onChange={(cents) => form.set('import_confirm_cents', cents ?? Number.NaN)}
              required
            />
            <TextField
              {...form.field('grants360_prefix')}
              label={rules.grants360_prefix}
              hint={t('features.grants_prefix_hint')}
              required
            />
          </PermittedFields>
        </form>
      </Part>
      {conflict}
    </SettingsFrame>
  )
}
