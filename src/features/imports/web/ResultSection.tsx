import { useState } from 'react'
import { formatEuro, formatInteger } from '#shared/money.ts'
import { download } from '#web/api.ts'
import { useLocale, useText } from '#web/texts.ts'
import { Button, LinkButton } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { IconDownload } from '#web/ui/icons.ts'
import { explain } from '#web/ui/states.tsx'
import type { Import } from './data.ts'

type Counts = NonNullable<Import['counts']>

/** What a check found, or what became of an import. */
export function ResultSection({ data }: { data: Import }) {
  const t = useText()
  const { counts, lists_wait_seconds } = data
  const waits = data.can_run && lists_wait_seconds !== null && lists_wait_seconds > 1
  return (
    <>
      <Outcome data={data} />
      {counts && (
        <section aria-labelledby="result">
          <h2 id="result">{data.state === 'done' ? t('imports.result') : t('imports.check_result')}</h2>
          {counts.refused > 0 && <Refused data={data} counts={counts} />}
          <div className="import-counts">
            <div className="table-card" role="group" aria-labelledby="result" tabIndex={0}>
              <NewAndKnown counts={counts} />
            </div>
            {counts.years.length > 0 && (
              <div className="table-card" role="group" aria-label={t('imports.per_year')} tabIndex={0}>
                <Years counts={counts} />
              </div>
            )}
          </div>
          {waits && (
            <Callout>{t('imports.lists_wait', { seconds: String(data.lists_wait_seconds) })}</Callout>
          )}
          {data.state !== 'done' && <p className="small muted">{t('imports.made_up')}</p>}
        </section>
      )}
    </>
  )
}

function Outcome({ data }: { data: Import }) {
  const t = useText()
  const locale = useLocale()
  if (data.state === 'failed')
    return (
      <Callout tone="danger" title={t('imports.failed_title')}>
        {data.failure?.text}
      </Callout>
    )
  if (data.state === 'cancelled') return <Callout tone="info" title={t('imports.cancelled_title')} />
  if (data.state !== 'done' || !data.counts) return null
  const { organizations, projects, gifts } = data.counts
  const title = t('imports.done_title', {
    organizations: formatInteger(organizations.new, locale),
    projects: formatInteger(projects.new, locale),
    gifts: formatInteger(gifts.new, locale),
  })
  return (
    <Callout
      tone="success"
      title={title}
      action={
        <LinkButton size="sm" to="/site-admin/projects/">
          {t('imports.to_projects')}
        </LinkButton>
      }
    >
      {t('imports.made_up')}
    </Callout>
  )
}

function Refused({ data, counts }: { data: Import; counts: Counts }) {
  const t = useText()
  const [loading, setLoading] = useState(false)
  const [failed, setFailed] = useState<unknown>()
  const fetchFile = async () => {
    setLoading(true)
    setFailed(undefined)
    try {
      const args = { params: { id: data.id }, query: { format: 'xlsx' as const } }
      await download('GET /api/v4/imports/:id/refused/', args)
    } catch (error) {
      setFailed(error)
    } finally {
      setLoading(false)
    }
  }
  const blocked = !data.options.partial && data.state !== 'done'
  return (
    <Callout
      tone="warning"
      title={t('imports.refused_rows', { count: counts.refused })}
      action={
        <Button size="sm" icon={IconDownload} loading={loading} onClick={() => void fetchFile()}>
          {t('imports.download_refused')}
        </Button>
      }
    >
      <ul className="import-reasons">
        {counts.refused_by.map((reason) => (
          <li key={`${reason.field} ${reason.code}`}>
            {reason.rows} × {reason.text}
          </li>
        ))}
      </ul>
      {blocked && <p>{t('imports.refused_none_taken')}</p>}
      {failed !== undefined && <p role="alert">{explain(failed, t)}</p>}
    </Callout>
  )
}

function NewAndKnown({ counts }: { counts: Counts }) {
  const t = useText()
  const locale = useLocale()
  return (
    <table className="simple-table">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t('imports.result')}</span>
          </th>
          <th scope="col" className="end">
            {t('imports.new')}
          </th>
          <th scope="col" className="end">
            {t('imports.known')}
          </th>
        </tr>
      </thead>
      <tbody>
        {(['organizations', 'projects', 'gifts'] as const).map((what) => (
          <tr key={what}>
            <th scope="row">{t(`imports.${what}`)}</th>
            <td className="end figures">{formatInteger(counts[what].new, locale)}</td>
            <td className="end figures">{formatInteger(counts[what].known, locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Years({ counts }: { counts: Counts }) {
  const t = useText()
  const locale = useLocale()
  return (
    <table className="simple-table">
      <thead>
        <tr>
          <th scope="col">{t('imports.per_year')}</th>
          <th scope="col" className="end">
            {t('imports.gifts')}
          </th>
          <th scope="col" className="end">
            {t('imports.sum')}
          </th>
          <th scope="col" className="end">
            {t('imports.sum_new')}
          </th>
        </tr>
      </thead>
      <tbody>
        {counts.years.map((year) => (
          <tr key={year.year}>
            <th scope="row">{year.year}</th>
            <td className="end figures">{formatInteger(year.gifts, locale)}</td>
            <td className="end figures">{formatEuro(year.cents, locale)}</td>
            <td className="end figures">{formatEuro(year.new_cents, locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
