import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isDay, showDay } from '#shared/dates.ts'
import { q } from '#web/api.ts'
import { type Translate, useText } from '#web/texts.ts'
import { IconChecklist, type Icon } from '#web/ui/icons.ts'
import { IconCalendarCheck, IconReplace } from '#web/ui/lazy-icons.ts'
import { useDebounced } from '#web/useDebounced.ts'
import type { DocumentRow } from '#features/documents/contract.ts'

type EffectsProps = { row: DocumentRow; days: { issued_on: string; expires_on: string } }

/** Previews the effects of accepted or typed days before Save. */
export function Effects({ row, days }: EffectsProps) {
  const t = useText()
  const asked = useDebounced(
    JSON.stringify({
      ...(isDay(days.issued_on) && { issued_on: days.issued_on }),
      ...(isDay(days.expires_on) && { expires_on: days.expires_on }),
    }),
    150,
  )
  const { data } = useQuery({
    ...q('GET /api/v4/documents/:slug/effects/', {
      params: { slug: row.slug },
      query: JSON.parse(asked) as Partial<EffectsProps['days']>,
    }),
    placeholderData: keepPreviousData,
  })
  const years = data?.months && Math.round(data.months / 12)
  return (
    <section className="viewer-effects" aria-label={t('viewer.effects')}>
      <h2>{t('viewer.effects')}</h2>
      <ul>
        {data && data.valid_until === null && <li className="muted">{t('viewer.no_day')}</li>}
        {data?.valid_until && (
          <Effect icon={IconCalendarCheck} tone="success">
            {t('viewer.valid_until', { date: showDay(data.valid_until) })}{' '}
            {years && <span className="muted">{t('viewer.by_law', { years })}</span>}
          </Effect>
        )}
        {data?.supersedes && (
          <Effect icon={IconReplace}>{t('viewer.supersedes', { file: data.supersedes })}</Effect>
        )}
        {data && data.task_days.length > 0 && (
          <Effect icon={IconChecklist}>
            {t('viewer.tasks_on', { days: listed(data.task_days.map(showDay), t) })}
          </Effect>
        )}
      </ul>
    </section>
  )
}

function Effect({
  icon: Shown,
  tone,
  children,
}: {
  icon: Icon
  tone?: 'success'
  children: React.ReactNode
}) {
  return (
    <li>
      <Shown size={16} stroke={1.8} aria-hidden data-tone={tone} />
      <span>{children}</span>
    </li>
  )
}

function listed(days: readonly string[], t: Translate): string {
  const [last, ...before] = days.toReversed()
  return before.length === 0 ? last! : t('viewer.and', { days: before.toReversed().join(', '), last: last! })
}
