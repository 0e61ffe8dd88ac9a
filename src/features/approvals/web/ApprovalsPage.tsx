import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { showInstant } from '#shared/dates.ts'
import { defaultPageSize, pageSizes } from '#shared/lists/list-declaration.ts'
import { formatEuro } from '#shared/money.ts'
import { visible } from '#shared/text-direction.ts'
import { q } from '#web/api.ts'
import { changeSearch } from '#web/router/navigate.ts'
import { useLocation } from '#web/router/page.ts'
import { isForbidden, ListFailed } from '#web/table/list/ListFailed.tsx'
import { Pager } from '#web/table/toolbar/Pager.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { useIsMobile, usePageTitle } from '#web/theme.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconEye } from '#web/ui/icons.ts'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { Segmented } from '#web/ui/Tabs.tsx'
import type { Approval } from '../contract.ts'
import { approvalViews } from '../rules.ts'
import { WeakenedGuards } from './WeakenedGuards.tsx'
import { State } from './State.tsx'
import '#web/table/list/table.css'
import './approvals.css'

const ApprovalDialog = lazyDialog(() => import('./ApprovalDialog.tsx'), 'ApprovalDialog')

export function ApprovalsPage() {
  const t = useText()
  const title = t('approvals.title')
  usePageTitle(title)
  const { search } = useLocation()
  const view = approvalViews.find((one) => one === search.view) ?? 'to_decide'
  const page = /^\d{1,6}$/.test(search.page ?? '') ? Number(search.page) : 1
  const pageSize = pageSizes.find((one) => String(one) === search.page_size) ?? defaultPageSize
  const opened = /^\d{1,12}$/.test(search.id ?? '') ? Number(search.id) : undefined
  const { data, error, refetch } = useQuery({
    ...q('GET /api/v4/approvals/', { query: { whose: view, page, page_size: pageSize } }),
    placeholderData: keepPreviousData,
  })
  const open = (id: number | undefined) => changeSearch((now) => ({ ...now, id }), { replace: true })
  return (
    <div className="page approvals-page">
      <header className="page-head">
        <h1 tabIndex={-1}>{title}</h1>
      </header>
      <WeakenedGuards />
      {!isForbidden(error) && (
        <Segmented
          label={title}
          value={view}
          options={approvalViews.map((value) => ({ value, text: t(`approvals.views.${value}`) }))}
          onChange={(next) => changeSearch({ view: next === 'to_decide' ? undefined : next })}
        />
      )}
      {!data ? (
        error ? (
          <ListFailed error={error} onRetry={() => void refetch()} />
        ) : (
          <Spinner />
        )
      ) : data.count === 0 ? (
        <EmptyState title={t(`approvals.none_${view}`)}>{t('approvals.none_hint')}</EmptyState>
      ) : (
        <>
          <Rows title={title} rows={data.results} onOpen={open} />
          <Pager
            page={data.current_page}
            pages={data.total_pages}
            pageSize={pageSize}
            count={data.count}
            onPage={(next) => changeSearch((now) => ({ ...now, page: next }))}
            onPageSize={(size) => changeSearch((now) => ({ ...now, page: undefined, page_size: size }))}
            onAim={() => {}}
          />
        </>
      )}
      {opened !== undefined && <ApprovalDialog key={opened} id={opened} onClose={() => open(undefined)} />}
    </div>
  )
}

type RowsProps = { title: string; rows: readonly Approval[]; onOpen: (id: number) => void }

function Rows(props: RowsProps) {
  return useIsMobile() ? <Cards {...props} /> : <Table {...props} />
}

function Table({ title, rows, onOpen }: RowsProps) {
  const t = useText()
  const locale = useLocale()
  return (
    <div className="table-card" role="region" aria-label={title} tabIndex={0}>
      <table className="simple-table approvals-table">
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('approvals.about')}</th>
            <th scope="col">{t('approvals.state')}</th>
            <th scope="col" className="end">
              {t('approvals.amount')}
            </th>
            <th scope="col">{t('approvals.proposed_by')}</th>
            <th scope="col">{t('approvals.since')}</th>
            <th scope="col">{t('approvals.expires')}</th>
            <th scope="col" className="end">
              {t('columns.actions')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-row={row.id}>
              <th scope="row">
                {visible(row.about.title)}
                <span className="approval-act">{row.act_display}</span>
              </th>
              <td>
                <State row={row} />
              </td>
              <td className="end figures">{formatEuro(row.amount_cents, locale)}</td>
              <td>{row.proposed_by}</td>
              <td className="figures nowrap">{showInstant(row.proposed_at)}</td>
              <td className="figures nowrap">
                {row.state === 'waiting' ? showInstant(row.expires_at) : '–'}
              </td>
              <td className="actions">
                <ViewButton row={row} onOpen={onOpen} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cards({ title, rows, onOpen }: RowsProps) {
  const t = useText()
  const locale = useLocale()
  return (
    <ul className="cards table-card" aria-label={title}>
      {rows.map((row) => (
        <li key={row.id} className="list-card" data-row={row.id}>
          <div className="list-card-body">
            <span className="row-title">
              <span className="row-name">{visible(row.about.title)}</span>
              <span className="approval-act">{row.act_display}</span>
            </span>
            <dl>
              <div>
                <dt>{t('approvals.state')}</dt>
                <dd>
                  <State row={row} />
                </dd>
              </div>
              <div>
                <dt>{t('approvals.amount')}</dt>
                <dd className="figures">{formatEuro(row.amount_cents, locale)}</dd>
              </div>
              <div>
                <dt>{t('approvals.proposed_by')}</dt>
                <dd>{row.proposed_by}</dd>
              </div>
              <div>
                <dt>{t('approvals.expires')}</dt>
                <dd className="figures">{row.state === 'waiting' ? showInstant(row.expires_at) : '–'}</dd>
              </div>
            </dl>
            <ViewButton row={row} onOpen={onOpen} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function ViewButton({ row, onOpen }: { row: Approval; onOpen: (id: number) => void }) {
  const t = useText()
  return (
    <Button
      size="sm"
      icon={IconEye}
      aria-label={t('approvals.look_named', { act: row.act_display, title: row.about.title })}
      onClick={() => onOpen(row.id)}
    >
      {t('approvals.look')}
    </Button>
  )
}
