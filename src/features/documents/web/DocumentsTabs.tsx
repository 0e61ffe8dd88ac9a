import { formatInteger } from '#shared/money.ts'
import { useLocale, useText } from '#web/texts.ts'
import { Tabs } from '#web/ui/Tabs.tsx'
import { useForecast } from './useForecast.ts'
import './documents.css'

/** Documents, the forecast of proofs and the log: separate pages, so that Back works. */
export function DocumentsTabs() {
  const t = useText()
  const locale = useLocale()
  const { data } = useForecast({ page_size: 10 })
  return (
    <Tabs
      look="segmented"
      label={t('documents.views')}
      tabs={[
        { to: '/site-admin/documents/administration/', text: t('nav.documents') },
        {
          to: '/site-admin/documents/forecast/',
          text: t('documents.forecast.tab'),
          note: data !== undefined && data.count > 0 && (
            <span className="tab-count">{formatInteger(data.count, locale)}</span>
          ),
        },
        { to: '/site-admin/documents/log/', text: t('documents.log.tab') },
      ]}
    />
  )
}
