import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { showInstant } from '#shared/dates.ts'
import { formatInteger } from '#shared/money.ts'
import { q } from '#web/api.ts'
import { columnsOf, titleOf } from '#web/table/list/columns.ts'
import { ListTable } from '#web/table/list/ListTable.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { auditCells } from '../../audit/cells.ts'
import type { AuditRow } from '../../contract.ts'
import { auditList } from '../../audit/table.ts'
import { Hash } from './Hash.tsx'
import { LedgerCheckCallout } from '../ledger-checks/LedgerCheckCallout.tsx'
import '../logs.css'

const titleColumn = titleOf<AuditRow>(auditList, (event) =>
  event.object_title
    ? { title: event.object_title, subtitle: event.object_type_display }
    : { title: event.object_type_display },
)
const columns = columnsOf(auditList, auditCells, {
  hash: (event) => event.hash && <Hash value={event.hash} />,
  previous_hash: (event) => event.previous_hash && <Hash value={event.previous_hash} />,
})
const keyOf = (event: AuditRow) => String(event.id)

export function AuditPage() {
  const t = useText()
  return (
    <ListTable
      route="GET /api/v4/logs/audit/"
      declaration={auditList}
      title={t('funding_logs.audit')}
      titleColumn={titleColumn}
      columns={columns}
      rowKey={keyOf}
      searchText={t('logs.search')}
      emptyText={t('logs.none_yet')}
      emptyHint={t('logs.none_hint')}
      noneMatchText={t('logs.none_match')}
      above={
        <>
          <LedgerCheckCallout />
          <Chain />
        </>
      }
    />
  )
}

/** State of the chain, refreshed while the page is open; an alarm if the last verification found a problem. */
function Chain() {
  const t = useText()
  const locale = useLocale()
  const { data } = useQuery({
    ...q('GET /api/v4/logs/audit/', { query: { page_size: 10 } }),
    refetchInterval: 15_000,
    select: (page) => page.chain,
  })
  if (!data) return null
  const { verified } = data
  const figures: [string, ReactNode][] = [
    [
      t('logs.state'),
      verified
        ? t('logs.verified_up_to', {
            count: verified.events,
            date: showInstant(verified.at),
          })
        : t('logs.never_verified'),
    ],
    [t('logs.sealed'), formatInteger(data.sealed, locale)],
    [t('logs.unsealed'), formatInteger(data.unsealed, locale)],
    [t('logs.head'), <Hash key="head" value={data.head} />],
  ]
  return (
    <div className="logs-head">
      {verified && verified.broken > 0 && (
        <Callout tone="danger" title={t('logs.broken', { count: verified.broken })}>
          {t('logs.broken_text', {
            date: showInstant(verified.at),
            id: verified.findings[0]?.event_id ?? 0,
          })}
        </Callout>
      )}
      <dl className="logs-chain">
        {figures.map(([name, figure]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="figures">{figure}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
