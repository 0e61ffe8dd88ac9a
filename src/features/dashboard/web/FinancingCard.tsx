import { intlTag } from '#shared/messages.ts'
import { formatInteger } from '#shared/money.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { projectLists } from '../lists.ts'
import { Card, Nothing } from './Card.tsx'
import { type Part, type Projects, projectsAddress } from './data.ts'
import '#web/ui/chart-legend.css'

const statuses = ['fully_funded', 'in_financing', 'expired', 'banned'] as const

/** Number of projects per financing status: a bar, and a table that links to each list. */
export function FinancingCard({ projects }: { projects: Part<Projects> }) {
  const t = useText()
  const title = t('columns.financing_status')
  return (
    <Card
      title={title}
      note={projects.data && t('dashboard.projects', { count: projects.data.count })}
      part={projects}
      rows="financing"
    >
      {({ count, financing }) =>
        count === 0 ? (
          <Nothing>{t('dashboard.no_projects')}</Nothing>
        ) : (
          <Statuses count={count} financing={financing} title={title} />
        )
      }
    </Card>
  )
}

type StatusesProps = Pick<Projects, 'count' | 'financing'> & { title: string }

function Statuses({ count, financing, title }: StatusesProps) {
  const t = useText()
  const locale = useLocale()
  const percent = new Intl.NumberFormat(intlTag[locale], { style: 'percent' })
  // Each project appears once in the bar, but a banned one may also be fully funded or expired.
  const places = { ...financing, banned: financing.banned_only }
  const twice = financing.banned - financing.banned_only
  const numbers = (n: number) => (
    <>
      <td className="figures">{formatInteger(n, locale)}</td>
      <td className="figures muted">{percent.format(n / count)}</td>
    </>
  )
  return (
    <div className="financing">
      <div className="financing-bar" aria-hidden>
        {[...statuses, 'none' as const].map(
          (status) =>
            places[status] > 0 && (
              <span key={status} data-status={status} style={{ flexGrow: places[status] }} />
            ),
        )}
      </div>
      <table>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            {[title, t('nav.projects'), t('dashboard.share')].map((text) => (
              <th key={text} scope="col">
                <span className="visually-hidden">{text}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {statuses.map((status) => (
            <tr key={status}>
              <th scope="row">
                <PageLink href={projectsAddress(projectLists[status])}>
                  <span className="swatch" data-status={status} aria-hidden />
                  {t(`labels.${status}`)}
                </PageLink>
              </th>
              {numbers(financing[status])}
            </tr>
          ))}
          {financing.none > 0 && (
            <tr>
              <th scope="row">
                <span className="financing-none">
                  <span className="swatch" data-status="none" aria-hidden />
                  {t('dashboard.no_financing')}
                </span>
              </th>
              {numbers(financing.none)}
            </tr>
          )}
        </tbody>
      </table>
      {twice > 0 && <p className="caption muted">{t('dashboard.counted_twice', { count: twice })}</p>}
    </div>
  )
}
