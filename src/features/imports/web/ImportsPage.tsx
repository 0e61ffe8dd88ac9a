import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showInstant } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import { formatInteger } from '#shared/money.ts'
import type { PageAddress } from '#shared/pages.ts'
import { visible } from '#shared/text-direction.ts'
import { ApiError, type Answer, api, q } from '#web/api.ts'
import { FileField } from '#web/form/FileField.tsx'
import { useSendOnce } from '#web/idempotency.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { useCan } from '#web/profile.tsx'
import { changeSearch, navigate } from '#web/router/navigate.ts'
import { useLocation } from '#web/router/page.ts'
import { useIsMobile, usePageTitle } from '#web/theme.ts'
import { useLocale, useText } from '#web/texts.ts'
import { Pager } from '#web/table/toolbar/Pager.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { ListFailed } from '#web/table/list/ListFailed.tsx'
import { EmptyState, explain, NotAllowed } from '#web/ui/states.tsx'
import { maxFileBytes } from '../choices.ts'
import { showImport } from './data.ts'
import { stateLabels } from './labels.ts'
import { CopyAsMail } from '#web/files/CopyAsMail.tsx'
import { RecipeList } from './RecipeList.tsx'
import { excerptIn, RefusedRows } from '#web/files/RefusedRows.tsx'
import '#web/table/list/table.css'
import './imports.css'

export function ImportsPage() {
  const t = useText()
  const allowed = useCan('create_projects')
  usePageTitle(t('imports.title'))
  if (!allowed) return <NotAllowed asPage permission="create_projects" />
  return (
    <div className="panel import-page">
      <h1 tabIndex={-1}>{t('imports.title')}</h1>
      <Upload />
      <section aria-labelledby="earlier">
        <h2 id="earlier">{t('imports.earlier')}</h2>
        <Earlier />
      </section>
      <RecipeList />
    </div>
  )
}

function Upload() {
  const t = useText()
  const [file, setFile] = useState<File>()
  const [uploading, setUploading] = useState(false)
  const [error, setError] = useState<string>()
  const [rows, setRows] = useState<ReturnType<typeof excerptIn>>([])
  const [mayRepeat, setMayRepeat] = useState(false)
  const sendOnce = useSendOnce()
  const upload = async (chosen: File | undefined) => {
    setFile(chosen)
    setError(undefined)
    setRows([])
    setMayRepeat(false)
    if (!chosen || uploading) return
    if (chosen.size > maxFileBytes) return setError(t('errors.too_large'))
    setUploading(true)
    try {
      const form = { file: chosen }
      const made = await sendOnce(form, (idempotencyKey) =>
        api('POST /api/v4/imports/', { form, idempotencyKey }),
      )
      showImport(made)
      await navigate(`/site-admin/import/${made.id}/`)
    } catch (failure) {
      const said = failure instanceof ApiError ? failure.fields?.file?.[0] : undefined
      setMayRepeat(said === undefined)
      setRows(excerptIn(failure))
      setError(said ?? `${t('imports.upload_failed')}: ${explain(failure, t)}`)
    } finally {
      setUploading(false)
    }
  }
  return (
    <div className="stack-s">
      <FileField
        name="file"
        label={t('imports.file')}
        hint={t('imports.hint')}
        value={file}
        onChange={(chosen) => void upload(chosen)}
        error={error}
        disabled={uploading}
        accept=".csv,.tsv,.txt,.xlsx,.json"
        emptyText={uploading ? t('imports.uploading') : t('imports.drop')}
      />
      {rows.length > 0 && !uploading && <RefusedRows rows={rows} />}
      {error !== undefined && !mayRepeat && file && !uploading && (
        <CopyAsMail filename={file.name} reasons={[error]} to="organization" />
      )}
      {mayRepeat && (
        <div>
          <Button onClick={() => void upload(file)}>{t('actions.try_again')}</Button>
        </div>
      )}
    </div>
  )
}

function Earlier() {
  const t = useText()
  const { search } = useLocation()
  const page = Number(search.page) || 1
  const pageSize = Number(search.page_size) || 25
  const mobile = useIsMobile()
  const asked = q('GET /api/v4/imports/', { query: { page, page_size: pageSize } })
  const { data, error, refetch } = useQuery(asked)
  const go = (to: { page: number; page_size: number }) => changeSearch(to, { keepScroll: false })
  if (!data) return error ? <ListFailed error={error} onRetry={() => void refetch()} /> : <Spinner />
  if (data.count === 0) return <EmptyState title={t('imports.none')}>{t('imports.none_hint')}</EmptyState>
  return (
    <>
      {mobile ? <ImportCards rows={data.results} /> : <ImportsTable rows={data.results} />}
      <Pager
        page={data.current_page}
        pages={data.total_pages}
        pageSize={pageSize}
        count={data.count}
        onPage={(to) => go({ page: to, page_size: pageSize })}
        onPageSize={(size) => go({ page: 1, page_size: size })}
        onAim={() => {}}
      />
    </>
  )
}

type Row = Answer<'GET /api/v4/imports/'>['results'][number]

function ImportsTable({ rows }: { rows: readonly Row[] }) {
  const t = useText()
  const locale = useLocale()
  return (
    <div className="table-card" role="group" aria-labelledby="earlier" tabIndex={0}>
      <table className="simple-table imports-table">
        <thead>
          <tr>
            <th scope="col">{t('imports.file')}</th>
            <th scope="col">{t('imports.state')}</th>
            <th scope="col" className="end">
              {t('imports.rows')}
            </th>
            <th scope="col" className="end">
              {t('imports.refused')}
            </th>
            <th scope="col">{t('imports.started_by')}</th>
            <th scope="col">{t('imports.when')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <PageLink href={addressOf(row)}>{row.filename}</PageLink>
              </th>
              <td>
                <State row={row} />
              </td>
              <td className="end figures">{count(row.counts?.rows, locale)}</td>
              <td className="end figures">{count(row.counts?.refused, locale)}</td>
              <td>{row.started_by}</td>
              <td className="figures">{showInstant(row.created_at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ImportCards({ rows }: { rows: readonly Row[] }) {
  const t = useText()
  const locale = useLocale()
  return (
    <ul className="fact-cards" aria-labelledby="earlier">
      {rows.map((row) => (
        <li key={row.id}>
          <PageLink className="strong" href={addressOf(row)}>
            {visible(row.filename)}
          </PageLink>
          <dl className="facts">
            <dt>{t('imports.state')}</dt>
            <dd>
              <State row={row} />
            </dd>
            <dt>{t('imports.rows')}</dt>
            <dd className="figures">{count(row.counts?.rows, locale)}</dd>
            <dt>{t('imports.refused')}</dt>
            <dd className="figures">{count(row.counts?.refused, locale)}</dd>
            <dt>{t('imports.started_by')}</dt>
            <dd>{row.started_by}</dd>
            <dt>{t('imports.when')}</dt>
            <dd className="figures">{showInstant(row.created_at)}</dd>
          </dl>
        </li>
      ))}
    </ul>
  )
}

function State({ row }: { row: Row }) {
  const t = useText()
  const { tone, text } = stateLabels[row.state]
  return <StatusLabel tone={tone} text={t(text)} />
}

const addressOf = (row: Row): PageAddress => `/site-admin/import/${row.id}/`

const count = (value: number | undefined, locale: Locale) =>
  value === undefined ? '-' : formatInteger(value, locale)
