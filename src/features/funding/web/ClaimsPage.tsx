import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { PageAddress } from '#shared/pages.ts'
import { qAll } from '#web/api.ts'
import { columnsOf, titleOf } from '#web/table/list/columns.ts'
import { ExportButton } from '#web/table/toolbar/ExportButton.tsx'
import { ListTable } from '#web/table/list/ListTable.tsx'
import type { RowAction } from '#web/table/state/types.ts'
import { useText } from '#web/texts.ts'
import { IconX } from '#web/ui/icons.ts'
import { IconArrowBackUp } from '#web/ui/lazy-icons.ts'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { claimCells } from '../cells.ts'
import type { ClaimRow } from '../contract.ts'
import { claimList } from '../table.ts'
import type { ClaimDialogProps } from './ClaimDialog.tsx'

const ClaimDialog = lazyDialog(() => import('./ClaimDialog.tsx'), 'ClaimDialog')

const titleColumn = titleOf<ClaimRow>(claimList, ({ project, organization }) => ({
  title: project.title,
  subtitle: organization.title,
  href: `/site-admin/project/${encodeURIComponent(project.slug)}/update/` as PageAddress,
}))
const columns = columnsOf(claimList, claimCells)
const amountOf = (row: ClaimRow) => row.open_cents

export function ClaimsPage() {
  const t = useText()
  const [dialog, setDialog] = useState<Omit<ClaimDialogProps, 'onClose'>>()
  const { data: companies } = useQuery({
    ...qAll('GET /api/v4/companies/donating-companies/'),
    staleTime: 5 * 60_000,
  })
  const options = useMemo(
    () => ({ company: (companies?.results ?? []).map(({ slug, title }) => ({ value: slug, label: title })) }),
    [companies],
  )
  const rowActions = useMemo<RowAction<ClaimRow>[]>(
    () => [
      {
        key: 'return',
        text: 'claims.book_return',
        icon: IconArrowBackUp,
        permission: 'defund_projects',
        prominent: true,
        hidden: (row) => row.state === 'closed',
        onSelect: (claim) => setDialog({ kind: 'return', claim }),
      },
      {
        key: 'write_off',
        text: 'claims.write_off',
        icon: IconX,
        permission: 'defund_projects',
        danger: true,
        hidden: (row) => row.state === 'closed',
        onSelect: (claim) => setDialog({ kind: 'write_off', claim }),
      },
    ],
    [],
  )
  return (
    <>
      <ListTable
        route="GET /api/v4/recovery-claims/"
        declaration={claimList}
        title={t('claims.title')}
        titleColumn={titleColumn}
        columns={columns}
        amountOf={amountOf}
        options={options}
        rowActions={rowActions}
        actions={(list) => <ExportButton route="GET /api/v4/recovery-claims/export/" list={list} />}
        searchText={t('claims.search')}
        emptyText={t('claims.none_yet')}
        emptyHint={t('claims.none_hint')}
        noneMatchText={t('claims.none_match')}
      />
      {dialog && <ClaimDialog {...dialog} onClose={() => setDialog(undefined)} />}
    </>
  )
}
