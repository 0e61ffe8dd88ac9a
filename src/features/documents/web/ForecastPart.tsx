import { useText } from '#web/texts.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { RequestNotices } from './RequestNotices.tsx'
import { Endings } from './Forecast.tsx'
import { useForecast } from './useForecast.ts'

/** Number of proofs shown beside the upload; the forecast lists them all. */
const nearest = 3

/** Beside the upload: the proofs that end next before their projects do (picture 22). */
export function ForecastPart() {
  const t = useText()
  const { data } = useForecast({ page_size: 10 })
  if (!data || data.count === 0) return null
  return (
    <section className="forecast-part" aria-label={t('documents.forecast.part')}>
      <div className="endings-line">
        <h2>{t('documents.forecast.part')}</h2>
        <span className="tab-count">{data.count}</span>
        <PageLink className="small strong" href="/site-admin/documents/forecast/">
          {t('actions.show_all')}
        </PageLink>
      </div>
      <Endings rows={data.results.slice(0, nearest)} />
      <RequestNotices open={data.open} />
    </section>
  )
}
