import { type ReactNode, useId } from 'react'
import { useCan } from '../profile.tsx'
import { useText } from '../texts.ts'
import { IconButton } from './Button.tsx'
import { IconDownload } from './icons.ts'
import { useDisabledProps } from './PermissionButton.tsx'
import { explain } from './states.tsx'
import { Segmented } from './Tabs.tsx'
import { notify } from './toasts.ts'
import './bar-chart.css'

export type ChartView = 'chart' | 'table'

type ChartCardProps = {
  title: string
  view: ChartView
  onView: (view: ChartView) => void
  chart: ReactNode
  /** A table with the same values: its head and body. */
  table: ReactNode
  /** Downloads the same values, for people who may export; a failure is shown in a toast. */
  download: () => Promise<unknown>
  /** Its own controls, between the title and the switch. */
  controls?: ReactNode
}

/** Figures over time as a chart or as a table, with a download. */
export function ChartCard({ title, view, onView, chart, table, download, controls }: ChartCardProps) {
  const t = useText()
  const id = useId()
  const barred = useDisabledProps(useCan('export_data') ? undefined : 'export_data')
  const save = async () => {
    try {
      await download()
    } catch (error) {
      notify({ tone: 'danger', title: t('states.error'), message: explain(error, t) })
    }
  }
  return (
    <section className="card chart-card" aria-labelledby={id}>
      <div className="chart-card-head">
        <h2 id={id}>{title}</h2>
        {controls}
        <div className="chart-card-acts">
          <Segmented
            label={t('charts.view', { title })}
            value={view}
            options={[
              { value: 'chart', text: t('charts.as_chart') },
              { value: 'table', text: t('charts.as_table') },
            ]}
            onChange={onView}
          />
          <IconButton
            icon={IconDownload}
            label={t('charts.download_of', { title })}
            onClick={() => void save()}
            {...barred}
          />
        </div>
      </div>
      {view === 'chart' ? (
        chart
      ) : (
        <div
          className="chart-card-table"
          role="region"
          aria-label={t('list.scroll_area', { title })}
          tabIndex={0}
        >
          <table className="simple-table figures">{table}</table>
        </div>
      )}
    </section>
  )
}
