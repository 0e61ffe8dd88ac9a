import { dayOf, daysBetween, showDay } from '#shared/dates.ts'
import { visible } from '#shared/text-direction.ts'
import { useState } from 'react'
import { PageLink } from '#web/router/PageLink.tsx'
import { useText } from '#web/texts.ts'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import type { Ending } from './useForecast.ts'
import './documents.css'

/** One axis for all rows, from today to the latest project end: filled while the proof is valid, outlined without one. */
export function Endings({ rows }: { rows: readonly Ending[] }) {
  const t = useText()
  const [today] = useState(() => dayOf(new Date()))
  const last = rows.reduce((latest, row) => (row.project_until > latest ? row.project_until : latest), today)
  const all = Math.max(1, daysBetween(today, last))
  const part = (day: string) => Math.min(100, Math.max(0, (100 * daysBetween(today, day)) / all))
  return (
    <ul className="endings">
      {rows.map((row) => (
        <li key={row.organization.slug} data-over={row.is_over || undefined}>
          <div className="endings-line">
            <PageLink
              className="strong"
              href={`/site-admin/organization/${encodeURIComponent(row.organization.slug)}/update/?tab=documents`}
            >
              {visible(row.organization.title)}
            </PageLink>
            {row.is_asked && <StatusLabel tone="default" text={t('documents.forecast.asked')} />}
            <span className={row.is_over ? 'strong figures' : 'muted figures'}>
              {t('documents.forecast.without', { count: row.days_without })}
            </span>
          </div>
          <div className="endings-axis" aria-hidden>
            <span className="endings-project" style={{ inlineSize: `${part(row.project_until)}%` }} />
            <span className="endings-proof" style={{ inlineSize: `${part(row.proof_until)}%` }} />
          </div>
          <div className="endings-line small muted figures">
            <span className="endings-proof-day">
              {t(row.is_over ? 'documents.forecast.proof_ended' : 'documents.forecast.proof_until', {
                date: showDay(row.proof_until),
              })}
            </span>
            <span>{t('documents.forecast.project_until', { date: showDay(row.project_until) })}</span>
          </div>
        </li>
      ))}
    </ul>
  )
}
