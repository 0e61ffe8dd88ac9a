import { formatEuro, formatInteger } from '#shared/money.ts'
import type { PageAddress } from '#shared/pages.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { stringifySearch } from '#shared/search-params.ts'
import { useLocale, useText } from '#web/texts.ts'
import { IconChevronRight } from '#web/ui/icons.ts'
import { projectLists, waitingPayoutLists } from '../lists.ts'
import { wordsOf } from '../waiting.ts'
import { Card, Nothing } from './Card.tsx'
import { emailsAddress, type Part, projectsAddress, tasksAddress, type Waiting } from './data.ts'

/** Waiting items of the person, the most urgent first; each row links to exactly the rows it counts. */
export function NextCard({ waiting }: { waiting: Part<Waiting> }) {
  const t = useText()
  return (
    <Card title={t('dashboard.waiting.title')} part={waiting} rows={3}>
      {({ today, results }) =>
        results.length === 0 ? (
          <Nothing>{t('dashboard.waiting.none')}</Nothing>
        ) : (
          <ul className="dash-rows next-rows">
            {results.map((work) => (
              <li key={work.kind}>
                <WorkLink work={work} today={today} />
              </li>
            ))}
          </ul>
        )
      }
    </Card>
  )
}

type Work = Waiting['results'][number]

function WorkLink({ work, today }: { work: Work; today: string }) {
  const t = useText()
  const locale = useLocale()
  const { text, count } = wordsOf(work, today)
  const isLate = text.endsWith('past') || (work.kind === 'tasks' && count === 0)
  return (
    <PageLink className="dash-row next-row" href={addressOf(work)}>
      <span className="next-count figures">{formatInteger(work.count, locale)}</span>
      <span className="dash-row-title">
        {t.of(`dashboard.waiting.kind.${work.kind}`, { count: work.count })}
      </span>
      <span className="small figures next-cents">
        {work.cents !== null && work.cents > 0 && formatEuro(work.cents, locale)}
      </span>
      <span className="small next-day" data-late={isLate || undefined}>
        {t(text, { count })}
      </span>
      <IconChevronRight size={16} stroke={1.8} aria-hidden />
    </PageLink>
  )
}

const payoutsAddress = (kind: keyof typeof waitingPayoutLists): PageAddress =>
  `/site-admin/payouts/${stringifySearch(waitingPayoutLists[kind])}`

/** The list of exactly these rows, or the review queue. */
function addressOf({ kind, first_id }: Work): PageAddress {
  switch (kind) {
    case 'tasks':
      return tasksAddress
    case 'approvals':
      return '/site-admin/approvals/'
    case 'payouts_open':
    case 'payouts_exported':
      return payoutsAddress(kind)
    case 'lines':
      return `/site-admin/bank-statement/${first_id}/`
    case 'reviews':
      return projectsAddress(projectLists.needs_review)
    case 'failed_emails':
      return emailsAddress
    case 'imports':
      return `/site-admin/import/${first_id}/`
    case 'proofs':
      return '/site-admin/documents/forecast/'
  }
}
