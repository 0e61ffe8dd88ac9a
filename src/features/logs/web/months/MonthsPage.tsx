import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayOf, showDay } from '#shared/dates.ts'
import { formatInteger } from '#shared/money.ts'
import { visible } from '#shared/text-direction.ts'
import { api, newIdempotencyKey, q } from '#web/api.ts'
import { FormModal } from '#web/form/FormModal.tsx'
import { TextArea } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/useForm.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { ListFailed } from '#web/table/list/ListFailed.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { useIsMobile, usePageTitle } from '#web/theme.ts'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { explain } from '#web/ui/states.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { LedgerMonth } from '../../months/months.ts'
import { LedgerCheckCallout } from '../ledger-checks/LedgerCheckCallout.tsx'
import '../ledger-checks/ledger-checks.css'
import '#web/table/list/table.css'

const route = 'GET /api/v4/logs/months/'

/** Formats `2026-09` as 09.2026. */
const showMonth = ({ month }: LedgerMonth) => `${month.slice(5)}.${month.slice(0, 4)}`

/** Months of the ledger: closed or open, since when and why. Closing and reopening need a reason. */
export function MonthsPage() {
  const t = useText()
  usePageTitle(t('months.title'))
  const mobile = useIsMobile()
  const List = mobile ? Cards : Months
  const { data, error, refetch } = useQuery(q(route))
  const [asked, setAsked] = useState<LedgerMonth>()
  return (
    <section className="panel list">
      <header className="list-head">
        <h1 tabIndex={-1}>{t('months.title')}</h1>
      </header>
      <LedgerCheckCallout />
      <div className="list-scroll checks" data-scroller>
        {data ? (
          <List months={data.results} onAct={setAsked} />
        ) : error ? (
          <ListFailed error={error} onRetry={() => void refetch()} isPart={false} />
        ) : (
          <Spinner />
        )}
      </div>
      {asked && <MonthModal month={asked} onClose={() => setAsked(undefined)} />}
    </section>
  )
}

type MonthsProps = { months: readonly LedgerMonth[]; onAct: (month: LedgerMonth) => void }

function Months({ months, onAct }: MonthsProps) {
  const t = useText()
  return (
    <div className="table-card" role="region" aria-label={t('months.title')} tabIndex={0}>
      <table className="simple-table">
        <caption className="visually-hidden">{t('months.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('months.month')}</th>
            <th scope="col" className="end">
              {t('months.transactions')}
            </th>
            <th scope="col">{t('months.state')}</th>
            <th scope="col">{t('months.reason')}</th>
            <th scope="col" className="end">
              {t('columns.actions')}
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <tr key={month.month} data-row={month.month}>
              <th scope="row" className="figures">
                {showMonth(month)}
              </th>
              <td className="end figures">
                <Transactions month={month} />
              </td>
              <td>
                <State month={month} />
              </td>
              <td className="small">{visible(month.reason ?? '') || '–'}</td>
              <td className="end">
                <Act month={month} onAct={onAct} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The same as cards below 768 px. */
function Cards({ months, onAct }: MonthsProps) {
  const t = useText()
  return (
    <ul className="cards table-card" aria-label={t('months.title')}>
      {months.map((month) => (
        <li key={month.month} className="list-card" data-row={month.month}>
          <div className="list-card-body">
            <span className="row-title">
              <span className="row-name figures">{showMonth(month)}</span>
            </span>
            <dl>
              <div>
                <dt>{t('months.transactions')}</dt>
                <dd className="figures">
                  <Transactions month={month} />
                </dd>
              </div>
              <div>
                <dt>{t('months.state')}</dt>
                <dd>
                  <State month={month} />
                </dd>
              </div>
              {month.reason && (
                <div>
                  <dt>{t('months.reason')}</dt>
                  <dd>{visible(month.reason)}</dd>
                </div>
              )}
            </dl>
          </div>
          <span className="row-actions">
            <Act month={month} onAct={onAct} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function Transactions({ month }: { month: LedgerMonth }) {
  const t = useText()
  const locale = useLocale()
  return (
    <PageLink href={`/site-admin/logs/journal/?date_from=${month.month}-01&date_to=${lastDay(month)}`}>
      {month.more
        ? t('months.many', { count: month.transactions })
        : formatInteger(month.transactions, locale)}
    </PageLink>
  )
}

function Act({ month, onAct }: { month: LedgerMonth; onAct: MonthsProps['onAct'] }) {
  const t = useText()
  if (!month.can_close && !month.is_closed) return null
  const action = month.is_closed ? t('months.reopen') : t('months.close')
  return (
    <PermissionButton
      permission="change_settings"
      size="sm"
      aria-label={t('actions.named', { action, title: showMonth(month) })}
      onClick={() => onAct(month)}
    >
      {action}
    </PermissionButton>
  )
}

function lastDay({ month }: LedgerMonth): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

function State({ month }: { month: LedgerMonth }) {
  const t = useText()
  if (month.is_closed)
    return (
      <>
        <StatusLabel tone="success" text={t('months.closed')} />{' '}
        <span className="caption muted">
          {t('months.closed_by', {
            date: showDay(dayOf(new Date(month.closed_at!))),
            person: month.closed_by ?? '–',
          })}
        </span>
      </>
    )
  return <StatusLabel tone="default" text={month.can_close ? t('months.open') : t('months.running')} />
}

function MonthModal({ month, onClose }: { month: LedgerMonth; onClose: () => void }) {
  const t = useText()
  const shown = showMonth(month)
  const [idempotencyKey] = useState(newIdempotencyKey)
  const [failure, setFailure] = useState<string>()
  const form = useForm<{ reason: string }>({
    initial: { reason: '' },
    validate: ({ reason }) => ({ reason: reason.trim() ? '' : t('validation.required') }),
    onSubmit: async ({ reason }) => {
      setFailure(undefined)
      const call = { params: { month: month.month }, body: { reason }, idempotencyKey }
      await (month.is_closed
        ? api('POST /api/v4/logs/months/:month/reopen/', call)
        : api('POST /api/v4/logs/months/:month/close/', call))
      notify({
        tone: 'success',
        title: t(month.is_closed ? 'months.done_reopened' : 'months.done_closed', { month: shown }),
      })
      onClose()
    },
    onFailure: (error) => setFailure(explain(error, t)),
  })
  return (
    <FormModal
      title={t(month.is_closed ? 'months.reopen_title' : 'months.close_title', { month: shown })}
      form={form}
      failure={failure}
      onClose={onClose}
    >
      <p>{t(month.is_closed ? 'months.reopen_text' : 'months.close_text', { month: shown })}</p>
      <TextArea {...form.field('reason')} label={t('months.reason')} required />
    </FormModal>
  )
}
