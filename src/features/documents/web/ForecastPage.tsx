import { useState } from 'react'
import { useCan } from '#web/profile.tsx'
import { ListFailed } from '#web/table/list/ListFailed.tsx'
import { usePageTitle } from '#web/theme.ts'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { PageLoading } from '#web/ui/PageLoading.tsx'
import { EmptyState, NotAllowed } from '#web/ui/states.tsx'
import { RequestNotices } from './RequestNotices.tsx'
import { DocumentsTabs } from './DocumentsTabs.tsx'
import { EndingMonths } from './EndingMonths.tsx'
import { Endings } from './Forecast.tsx'
import { useForecast } from './useForecast.ts'
import './documents.css'

const permission = 'view_organizations'

/** Organizations whose proof ends before their projects, and a dialog to request new notices in time. */
export function ForecastPage() {
  const allowed = useCan(permission)
  return allowed ? <Forecast /> : <NotAllowed asPage permission={permission} />
}

function Forecast() {
  const t = useText()
  const title = t('documents.forecast.title')
  usePageTitle(title)
  const [size, setSize] = useState(50)
  const { data, error, refetch } = useForecast({ page_size: size })
  return (
    <div className="forecast">
      <header className="page-head">
        <h1 tabIndex={-1}>
          {title}
          {data && <span className="count">{data.count}</span>}
        </h1>
        {data && <RequestNotices open={data.open} />}
      </header>
      <DocumentsTabs />
      {!data &&
        (error ? (
          <ListFailed error={error} onRetry={() => void refetch()} isPart={false} />
        ) : (
          <PageLoading />
        ))}
      {data?.count === 0 && <EmptyState title={t('documents.forecast.none')} />}
      {data && data.count > 0 && <EndingMonths />}
      {data && data.count > 0 && <Endings rows={data.results} />}
      {data && data.count > data.results.length && size < 100 && (
        <Button onClick={() => setSize(100)}>{t('history.more')}</Button>
      )}
    </div>
  )
}
