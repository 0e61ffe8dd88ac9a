import { useQuery } from '@tanstack/react-query'
import { q } from '#web/api.ts'
import { useLocation } from '#web/router/page.ts'
import { columnsOf, titleOf } from '#web/table/list/columns.ts'
import { ExportButton } from '#web/table/toolbar/ExportButton.tsx'
import { ListTable } from '#web/table/list/ListTable.tsx'
import { useText } from '#web/texts.ts'
import { documentLogCells } from '../cells.ts'
import type { DocumentLogRow } from '../contract.ts'
import { documentLogList } from '../log-table.ts'
import { DocumentsTabs } from './DocumentsTabs.tsx'
import { entryNameOf, nameOf } from './document-names.ts'

const titleColumn = titleOf<DocumentLogRow>(documentLogList, entryNameOf)
const columns = columnsOf(documentLogList, documentLogCells)
const filters = [{ name: 'slug', title: documentLogList.otherFilters.slug.heading, texts: {} }]
const keyOf = (row: DocumentLogRow) => String(row.id)

/** The log of all documents, or of the one that the address names. */
export function DocumentLogPage() {
  const t = useText()
  const slug = useLocation().search.slug
  const named = useQuery({
    ...q('GET /api/v4/documents/:slug/', { params: { slug: slug ?? '' } }),
    enabled: slug !== undefined,
    retry: false,
  })
  return (
    <ListTable
      route="GET /api/v4/document-logs/"
      declaration={documentLogList}
      title={t('documents.log.title')}
      titleColumn={titleColumn}
      columns={columns}
      rowKey={keyOf}
      searchText={t('documents.log.search')}
      emptyText={t('logs.none_yet')}
      emptyHint={t('logs.none_hint')}
      noneMatchText={t('logs.none_match')}
      filters={filters}
      options={slug ? { slug: [{ value: slug, label: named.data ? nameOf(named.data) : slug }] } : {}}
      viewSwitch={<DocumentsTabs />}
      actions={(list) => <ExportButton route="GET /api/v4/document-logs/export/" list={list} />}
    />
  )
}
