import { showDay } from '#shared/dates.ts'
import { formatEuro, formatInteger } from '#shared/money.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { useIsMobile } from '#web/theme.ts'
import { useLocale, useText } from '#web/texts.ts'
import type { Import } from './data.ts'

type ReducedGifts = NonNullable<Import['counts']>['taken_back']

/** Gifts of earlier imports that negative rows reduce, with the rest of each. */
export function ReducedGiftsTable({ taken }: { taken: ReducedGifts }) {
  const t = useText()
  const locale = useLocale()
  const mobile = useIsMobile()
  if (taken.gifts === 0) return null
  if (mobile) return <Cards taken={taken} />
  return (
    <div className="table-card" role="group" aria-labelledby="taken-back" tabIndex={0}>
      <p id="taken-back">
        {t('imports.taken_back', { count: taken.gifts, amount: formatEuro(taken.cents, locale) })}
      </p>
      <table className="simple-table">
        <thead>
          <tr>
            <th scope="col" className="end">
              {t('imports.line')}
            </th>
            <th scope="col">{t('imports.taken_from')}</th>
            <th scope="col">{t('imports.booked_with')}</th>
            <th scope="col" className="end">
              {t('imports.before_after')}
            </th>
            <th scope="col" className="end">
              {t('imports.amount_left')}
            </th>
          </tr>
        </thead>
        <tbody>
          {taken.first.map(({ line, project, received_on, cents, left_cents, import: source }) => (
            <tr key={line}>
              <td className="end figures">{line}</td>
              <th scope="row">
                <PageLink href={`/site-admin/project/${project.slug}/update/`}>{project.title}</PageLink>{' '}
                <span className="muted figures">{showDay(received_on)}</span>
              </th>
              <td>
                {source && <PageLink href={`/site-admin/import/${source.id}/`}>{source.filename}</PageLink>}
              </td>
              <td className="end figures">{formatEuro(cents, locale)}</td>
              <td className="end figures strong">{formatEuro(left_cents, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <More taken={taken} />
    </div>
  )
}

function Cards({ taken }: { taken: ReducedGifts }) {
  const t = useText()
  const locale = useLocale()
  return (
    <section aria-labelledby="taken-back">
      <h3 id="taken-back">
        {t('imports.taken_back', { count: taken.gifts, amount: formatEuro(taken.cents, locale) })}
      </h3>
      <ul className="import-cards">
        {taken.first.map(({ line, project, received_on, cents, left_cents, import: source }) => (
          <li key={line}>
            <span className="import-card-head">
              <PageLink href={`/site-admin/project/${project.slug}/update/`}>{project.title}</PageLink>
              <span className="muted figures">{showDay(received_on)}</span>
            </span>
            <span className="figures">
              <span className="muted">{t('imports.before_after')}</span> {formatEuro(cents, locale)}{' '}
              <span className="muted">{t('imports.amount_left')}</span>{' '}
              <strong className="strong">{formatEuro(left_cents, locale)}</strong>
            </span>
            <span className="small muted">
              {t('imports.line')} <span className="figures">{line}</span>
              {source && ' · '}
              {source && <PageLink href={`/site-admin/import/${source.id}/`}>{source.filename}</PageLink>}
            </span>
          </li>
        ))}
      </ul>
      <More taken={taken} />
    </section>
  )
}

function More({ taken }: { taken: ReducedGifts }) {
  const t = useText()
  const locale = useLocale()
  const n = taken.gifts - taken.first.length
  return n > 0 && <p className="small muted">{t('imports.and_more', { n: formatInteger(n, locale) })}</p>
}
