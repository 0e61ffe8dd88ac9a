import { useLocation } from '#web/router/page.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { columnsOf, titleOf } from '#web/table/list/columns.ts'
import { ExportButton } from '#web/table/toolbar/ExportButton.tsx'
import { ListTable } from '#web/table/list/ListTable.tsx'
import type { RowAction } from '#web/table/state/types.ts'
import { useText } from '#web/texts.ts'
import { IconEye } from '#web/ui/icons.ts'
import { defundCells, internalFundingCells } from '../../funding-logs/cells.ts'
import type { FundingLogRow } from '../../funding-logs/funding-logs.ts'
import { defundList, internalFundingList } from '../../funding-logs/table.ts'
import { DayFilters } from '../DayFilters.tsx'
import { useFilterNames } from '../filter-names.ts'
import { LedgerCheckCallout } from '../ledger-checks/LedgerCheckCallout.tsx'

const nameOf = (row: FundingLogRow) => ({
  title: row.project.title,
  href: `/site-admin/project/${encodeURIComponent(row.project.slug)}/update/` as const,
})
const links = {
  company: (row: FundingLogRow) =>
    row.company && <PageLink href={`?company=${row.company.slug}`}>{row.company.title}</PageLink>,
  actor: (row: FundingLogRow) => <PageLink href={`?actor=${row.actor_id ?? 'system'}`}>{row.actor}</PageLink>,
}
const fundings = {
  title: titleOf<FundingLogRow>(internalFundingList, nameOf),
  columns: columnsOf(internalFundingList, internalFundingCells, links),
}
const defunds = {
  title: titleOf<FundingLogRow>(defundList, nameOf),
  columns: columnsOf(defundList, defundCells, links),
}
const filters = (['project', 'company', 'actor', 'date_from', 'date_to'] as const).map((name) => ({
  name,
  title: defundList.otherFilters[name].heading,
  texts: {},
}))
const rowActions: readonly RowAction<FundingLogRow>[] = [
  {
    key: 'details',
    text: 'actions.view_details',
    icon: IconEye,
    prominent: true,
    href: (row) => `/site-admin/logs/journal/${row.id}/`,
  },
]
const keyOf = (row: FundingLogRow) => String(row.id)

function useCommon() {
  const t = useText()
  const { search } = useLocation()
  const names = useFilterNames(search)
  return {
    filters,
    options: names,
    rowKey: keyOf,
    rowActions,
    searchText: t('funding_logs.search'),
    noneMatchText: t('funding_logs.none_match'),
    above: (
      <>
        <LedgerCheckCallout />
        <DayFilters key={JSON.stringify(search)} search={search} />
      </>
    ),
  }
}

export function InternalFundingsPage() {
  const t = useText()
  return (
    <ListTable
      {...useCommon()}
      route="GET /api/v4/logs/internal-fundings/"
      title={t('funding_logs.internal_fundings')}
      declaration={internalFundingList}
      titleColumn={fundings.title}
      columns={fundings.columns}
      emptyText={t('funding_logs.no_fundings')}
      emptyHint={t('funding_logs.no_fundings_hint')}
      actions={(list) => <ExportButton route="GET /api/v4/logs/internal-fundings/export/" list={list} />}
    />
  )
}

export function DefundsPage() {
  const t = useText()
  return (
    <ListTable
      {...useCommon()}
      route="GET /api/v4/logs/defunds/"
      title={t('funding_logs.defunds')}
      declaration={defundList}
      titleColumn={defunds.title}
      columns={defunds.columns}
      emptyText={t('funding_logs.no_defunds')}
      emptyHint={t('funding_logs.no_defunds_hint')}
      actions={(list) => <ExportButton route="GET /api/v4/logs/defunds/export/" list={list} />}
    />
  )
}
