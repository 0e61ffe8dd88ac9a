import { useLocation } from '#web/router/page.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { columnsOf, titleOf } from '#web/table/list/columns.ts'
import { ExportButton } from '#web/table/toolbar/ExportButton.tsx'
import { ListTable } from '#web/table/list/ListTable.tsx'
import { useText } from '#web/texts.ts'
import { dash } from '#shared/labels.ts'
import { searchLogCells } from '../../searches/cells.ts'
import type { SearchLogRow } from '../../searches/searches.ts'
import { searchLogList } from '../../searches/table.ts'
import { useFilterNames } from '../filter-names.ts'
import { LedgerCheckCallout } from '../ledger-checks/LedgerCheckCallout.tsx'

const titleColumn = titleOf<SearchLogRow>(searchLogList, (row) => ({ title: row.words || dash }))
const columns = columnsOf(searchLogList, searchLogCells, {
  actor: (row) => <PageLink href={`?actor=${row.actor_id}`}>{row.actor}</PageLink>,
})
const filters = [{ name: 'actor', title: searchLogList.otherFilters.actor.heading, texts: {} }]
const keyOf = (row: SearchLogRow) => String(row.id)

/** Searches of the last 90 days, with person, place and text. */
export function SearchesPage() {
  const t = useText()
  const names = useFilterNames(useLocation().search)
  return (
    <ListTable
      route="GET /api/v4/logs/searches/"
      declaration={searchLogList}
      title={t('searches.title')}
      titleColumn={titleColumn}
      columns={columns}
      rowKey={keyOf}
      searchText={t('searches.search')}
      emptyText={t('searches.none_yet')}
      emptyHint={t('searches.none_hint')}
      filters={filters}
      options={names}
      noneMatchText={t('logs.none_match')}
      above={<LedgerCheckCallout />}
      actions={(list) => <ExportButton route="GET /api/v4/logs/searches/export/" list={list} />}
    />
  )
}
