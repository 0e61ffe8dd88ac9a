import type { ReactNode } from 'react'
import { showDay } from '#shared/dates.ts'
import { intlTag } from '#shared/messages.ts'
import { formatInteger, formatWholeEuro } from '#shared/money.ts'
import type { PageAddress } from '#shared/pages.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { stringifySearch } from '#shared/search-params.ts'
import { type Translate, useLocale, useText } from '#web/texts.ts'
import { projectLists } from '../lists.ts'
import { growth, type Period } from '../rules.ts'
import {
  type DueTasks,
  type Funding,
  type Part,
  type Projects,
  projectsAddress,
  tasksAddress,
} from './data.ts'

type FiguresProps = {
  /** The requested period; until its figure arrives, the previous figure names its own period. */
  period: Period
  funding: Part<Funding>
  projects: Part<Projects>
  tasks: Part<DueTasks>
  overdue: number | undefined
}

/** Strip of the figures a person may see; each links to the list it counts. */
export function Figures({ period: asked, funding, projects, tasks, overdue }: FiguresProps) {
  const t = useText()
  const locale = useLocale()
  const period = funding.data?.period ?? asked
  if (!funding.allowed && !projects.allowed && !tasks.allowed) return null
  return (
    <ul className="card figures-strip" aria-label={t('dashboard.figures')}>
      <Figure
        label={t(`dashboard.funding.${period}`)}
        part={funding}
        href={`/site-admin/${stringifySearch({ period, view: 'table' })}#funding`}
        number={(data) => formatWholeEuro(data.cents, locale)}
        note={(data) => <Growth funding={data} />}
      />
      <Figure
        label={t('labels.in_financing')}
        part={projects}
        href={projectsAddress(projectLists.in_financing)}
        number={({ in_financing }) => formatInteger(in_financing.count, locale)}
        note={({ in_financing }) =>
          t('dashboard.still_needed', { amount: formatWholeEuro(in_financing.missing_cents, locale) })
        }
      />
      <Figure
        label={t('labels.needs_review')}
        part={projects}
        href={projectsAddress(projectLists.needs_review)}
        number={({ needs_review }) => formatInteger(needs_review.count, locale)}
        note={({ needs_review }) => ageOf(needs_review, t)}
      />
      <Figure
        label={t('dashboard.my_week')}
        part={tasks}
        href={tasksAddress}
        number={({ count }) => formatInteger(count, locale)}
        note={() =>
          overdue === undefined ? null : overdue > 0 ? (
            <span className="dash-danger">{t('dashboard.overdue', { count: overdue })}</span>
          ) : (
            t('dashboard.none_overdue')
          )
        }
      />
    </ul>
  )
}

type FigureProps<T> = {
  label: string
  part: Part<T>
  href: PageAddress
  number: (data: T) => string
  note: (data: T) => ReactNode
}

function Figure<T>({ label, part, href, number, note }: FigureProps<T>) {
  const t = useText()
  const { allowed, data, error } = part
  if (!allowed) return null
  if (data !== undefined)
    return (
      <li>
        <PageLink className="figure" href={href}>
          <span className="figure-label">{label}</span>
          <span className="figure-number">{number(data)}</span>
          <span className="figure-note">{note(data)}</span>
        </PageLink>
      </li>
    )
  return (
    <li>
      <div className="figure" aria-busy={error ? undefined : true}>
        <span className="figure-label">{label}</span>
        <span className="figure-number muted">{error && '-'}</span>
        <span className="figure-note">{error ? t('dashboard.not_loaded') : '\u00a0'}</span>
      </div>
    </li>
  )
}

/** "+12% on last year", the per cent in the success colour; the tooltip has the amount and period of comparison. */
function Growth({ funding: { cents, before } }: { funding: Funding }) {
  const t = useText()
  const locale = useLocale()
  const percent = growth(cents, before.cents)
  if (percent === undefined) return <>{t('dashboard.nothing_last_year')}</>
  const format = new Intl.NumberFormat(intlTag[locale], { style: 'percent', signDisplay: 'exceptZero' })
  const change = format.format(percent / 100)
  const [start, end] = t('dashboard.on_last_year', { change: '\n' }).split('\n')
  const compared = t('dashboard.last_year', {
    amount: formatWholeEuro(before.cents, locale),
    from: showDay(before.from),
    to: showDay(before.to),
  })
  return (
    <span title={compared}>
      {start}
      <strong data-up={percent > 0 || undefined}>{change}</strong>
      {end}
    </span>
  )
}

function ageOf({ count, oldest_days: days }: Projects['needs_review'], t: Translate): string {
  if (count === 0) return t('dashboard.none_waiting')
  if (days === null) return t('dashboard.oldest_unknown')
  return days === 0 ? t('dashboard.oldest_today') : t('dashboard.oldest', { count: days })
}
