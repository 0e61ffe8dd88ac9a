import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showDay } from '#shared/dates.ts'
import type { Tone } from '#shared/labels.ts'
import { formatEuro } from '#shared/money.ts'
import type { PageAddress } from '#shared/pages.ts'
import { visible } from '#shared/text-direction.ts'
import { type Answer, type QueryValues, q } from '#web/api.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { Pager } from '#web/table/toolbar/Pager.tsx'
import { SearchBox } from '#web/table/toolbar/SearchBox.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { IconDownload, IconEye } from '#web/ui/icons.ts'
import { IconArrowUpRight } from '#web/ui/lazy-icons.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { useDisabledProps } from '#web/ui/PermissionButton.tsx'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { Segmented } from '#web/ui/Tabs.tsx'
import { downloadDocument } from '#features/documents/web/actions.ts'
import { namesDonor } from '../run-rules.ts'
import { type Run, useLacked } from './run.ts'
import '#web/table/list/table.css'
import '#web/table/list/cell-two.css'

type Row = Answer<'GET /api/v4/document-runs/:id/rows/'>['results'][number]
type Part = 'all' | 'issued' | 'waiting' | 'refused'

const tones: Record<Row['state'], Tone> = {
  in_work: 'info',
  waiting: 'default',
  issued: 'success',
  refused: 'danger',
}

/** Results of a run's documents, unfinished ones on top; `reason` filters them. */
export function Results({ run, reason, onAll }: { run: Run; reason: string | undefined; onAll: () => void }) {
  const t = useText()
  const [part, setPart] = useState<Part>(reason ? 'refused' : 'all')
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = useState(25)
  const query = {
    page,
    page_size: pageSize,
    ...(part !== 'all' && { state: part }),
    ...(reason && part === 'refused' && { reason }),
    ...(search && { search }),
  } as QueryValues
  const { data } = useQuery({
    ...q('GET /api/v4/document-runs/:id/rows/', { params: { id: String(run.id) }, query: query as never }),
    placeholderData: keepPreviousData,
    refetchInterval: run.state === 'running' || run.state === 'queued' ? 1500 : false,
  })
  const choose = (next: Part) => {
    setPart(next)
    setPage(1)
    if (next !== 'refused' && reason) onAll()
  }
  const counts = { all: run.total, issued: run.issued, waiting: run.left, refused: run.refused }
  return (
    <div className="run-results">
      <div className="run-filter">
        <Segmented<Part>
          label={t('documents.receipts.result')}
          value={part}
          options={(['all', 'issued', 'waiting', 'refused'] as const).map((value) => ({
            value,
            text: `${t(`documents.receipts.rows.${value}`)} ${counts[value]}`,
          }))}
          onChange={choose}
        />
        <SearchBox
          label={t('documents.receipts.search')}
          value={search}
          onSearch={(text) => {
            setSearch(text)
            setPage(1)
          }}
        />
      </div>
      {data && data.results.length === 0 ? (
        <p className="run-none muted">{t('documents.receipts.none_match')}</p>
      ) : (
        <Table kind={run.kind} rows={data?.results ?? []} />
      )}
      <Pager
        page={page}
        pages={data?.total_pages ?? 1}
        pageSize={pageSize}
        count={data?.count}
        onPage={setPage}
        onPageSize={(size) => {
          setPageSize(size)
          setPage(1)
        }}
        onAim={() => undefined}
      />
    </div>
  )
}

function Table({ kind, rows }: { kind: Run['kind']; rows: readonly Row[] }) {
  const t = useText()
  return (
    <div className="run-table" role="region" aria-label={t('documents.receipts.result')} tabIndex={0}>
      <table className="simple-table">
        <thead>
          <tr>
            <th scope="col" className="end">
              #
            </th>
            <th scope="col">{t('documents.receipts.donor')}</th>
            <th scope="col" className="end">
              {t('documents.receipts.amount')}
            </th>
            <th scope="col">{t('documents.receipts.gift_day')}</th>
            <th scope="col">{t('documents.receipts.number')}</th>
            <th scope="col">{t('documents.receipts.result')}</th>
            <th scope="col" className="end">
              {t('columns.actions')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ResultRow key={row.place} kind={kind} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type DocumentActsProps = { kind: Run['kind']; document: NonNullable<Row['document']> }

function DocumentActs({ kind, document }: DocumentActsProps) {
  const t = useText()
  const lacked = useLacked(kind, 'final')
  const missing = namesDonor(kind) ? lacked : undefined
  const barred = useDisabledProps(missing)
  const { slug, title } = document
  return (
    <>
      {missing ? (
        <IconButton icon={IconEye} size={32} label={t('documents.receipts.open', { title })} {...barred} />
      ) : (
        <PageLink
          className="icon-button s32"
          href={`/site-admin/documents/${encodeURIComponent(slug)}/view/`}
          aria-label={t('documents.receipts.open', { title })}
        >
          <IconEye size={18} stroke={1.8} aria-hidden />
        </PageLink>
      )}
      <IconButton
        icon={IconDownload}
        size={32}
        label={t('documents.receipts.download', { title })}
        onClick={() => void downloadDocument(document)}
        {...barred}
      />
    </>
  )
}

function ResultRow({ kind, row }: { kind: Run['kind']; row: Row }) {
  const t = useText()
  const locale = useLocale()
  const withdrawn = row.document?.withdrawn === true
  const text = row.state === 'issued' ? (withdrawn ? 'withdrawn' : 'original') : row.state
  const project =
    `/site-admin/project/${encodeURIComponent(row.project_slug)}/update/?tab=money` as PageAddress
  return (
    <tr>
      <td className="end figures muted">{row.place}</td>
      <td>
        <span className="cell-two">
          <span className="strong">{row.donor || '-'}</span>
          <span className="small muted">{visible(row.organization)}</span>
        </span>
      </td>
      <td className="end figures" data-label={t('documents.receipts.amount')}>
        {formatEuro(row.amount_cents, locale)}
      </td>
      <td className="figures" data-label={t('documents.receipts.gift_day')}>
        {showDay(row.gift_day)}
      </td>
      <td className="figures" data-label={t('documents.receipts.number')}>
        {row.number ?? '-'}
      </td>
      <td>
        <span className="cell-two">
          <StatusLabel
            tone={withdrawn ? 'danger' : tones[row.state]}
            text={t(`documents.receipts.rows.${text}`)}
          />
          {row.reasons.length > 0 && (
            <span className="small">
              {row.reasons.map((reason) => (
                <span key={reason.code} className="run-reason">
                  {reason.text}
                </span>
              ))}
            </span>
          )}
        </span>
      </td>
      <td className="end run-row-acts">
        {row.document ? (
          <DocumentActs kind={kind} document={row.document} />
        ) : (
          row.state === 'refused' && (
            <PageLink
              className="icon-button s32"
              href={project}
              aria-label={t('documents.receipts.open_gift', { gift: row.gift ?? row.organization })}
            >
              <IconArrowUpRight size={18} stroke={1.8} aria-hidden />
            </PageLink>
          )
        )}
      </td>
    </tr>
  )
}
