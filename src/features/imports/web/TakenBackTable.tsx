import { showDay } from '#shared/dates.ts'
import { formatEuro, formatInteger } from '#shared/money.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { useLocale, useText } from '#web/texts.ts'
import type { Import } from './data.ts'

type TakenBack = NonNullable<Import['counts']>['taken_back']

/** Which gifts of earlier imports the rows below zero take back, and what will be left of each. */
export function TakenBackTable({ taken }: { taken: TakenBack }) {
  const t = useText()
  const locale = useLocale()
  if (taken.gifts === 0) return null
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
      {taken.gifts > taken.first.length && (
        <p className="small muted">
          {t('imports.and_more', { n: formatInteger(taken.gifts - taken.first.length, locale) })}
        </p>
      )}
    </div>
  )
}
