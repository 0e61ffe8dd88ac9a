import { useQuery } from '@tanstack/react-query'
import { showInstant } from '#shared/dates.ts'
import { formatEuro, formatInteger } from '#shared/money.ts'
import { type Answer, q } from '#web/api.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { useIsMobile } from '#web/theme.ts'
import { useLocale, useText } from '#web/texts.ts'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { explain } from '#web/ui/states.tsx'

type EarlierImport = Answer<'GET /api/v4/imports/:id/earlier/'>['results'][number]

export function EarlierImports({ id }: { id: number }) {
  const t = useText()
  const mobile = useIsMobile()
  const { data, error } = useQuery(q('GET /api/v4/imports/:id/earlier/', { params: { id } }))
  const rows = data?.results
  return (
    <section className="import-earlier" aria-labelledby="earlier">
      <div className="import-earlier-head">
        <h2 id="earlier">{t('imports.earlier_imports')}</h2>
        <PageLink href="/site-admin/import/">{t('imports.show_all')}</PageLink>
      </div>
      {error ? (
        <p role="alert">{explain(error, t)}</p>
      ) : !rows ? (
        <Spinner />
      ) : rows.length === 0 ? (
        <p className="muted">{t('imports.none_of_source')}</p>
      ) : mobile ? (
        <EarlierCards rows={rows} />
      ) : (
        <EarlierTable rows={rows} />
      )}
    </section>
  )
}

function EarlierTable({ rows }: { rows: readonly EarlierImport[] }) {
  const t = useText()
  const locale = useLocale()
  return (
    <div className="table-card" role="group" aria-labelledby="earlier" tabIndex={0}>
      <table className="simple-table">
        <thead>
          <tr>
            <th scope="col">{t('imports.file')}</th>
            <th scope="col">{t('imports.imported_on')}</th>
            <th scope="col" className="end">
              {t('imports.gifts')}
            </th>
            <th scope="col" className="end">
              {t('imports.sum')}
            </th>
            <th scope="col">{t('imports.undo_repair')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row" className="import-earlier-file">
                <PageLink href={`/site-admin/import/${row.id}/`}>{row.filename}</PageLink>
              </th>
              <td className="figures">{dayOf(row)}</td>
              <td className="end figures">{formatInteger(row.gifts, locale)}</td>
              <td className="end figures">{formatEuro(row.cents, locale)}</td>
              <td>
                <ImportStatus row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function EarlierCards({ rows }: { rows: readonly EarlierImport[] }) {
  const t = useText()
  const locale = useLocale()
  return (
    <ul className="import-cards">
      {rows.map((row) => (
        <li key={row.id}>
          <PageLink href={`/site-admin/import/${row.id}/`}>{row.filename}</PageLink>
          <span className="figures small muted">
            {dayOf(row)} · {t('imports.n_gifts', { count: row.gifts })} · {formatEuro(row.cents, locale)}
          </span>
          <ImportStatus row={row} />
        </li>
      ))}
    </ul>
  )
}

function ImportStatus({ row }: { row: EarlierImport }) {
  const t = useText()
  if (row.undone_at)
    return (
      <StatusLabel
        tone="default"
        text={t('imports.undone_day', { date: showInstant(row.undone_at).slice(0, 10) })}
      />
    )
  if (row.is_used) return <span className="small">{t('imports.later_depends')}</span>
  return <PageLink href={`/site-admin/import/${row.id}/`}>{t('imports.show')}</PageLink>
}

const dayOf = ({ finished_at }: EarlierImport) => (finished_at ? showInstant(finished_at).slice(0, 10) : '')
