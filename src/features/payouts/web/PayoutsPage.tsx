import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { PageAddress } from '#shared/pages.ts'
import { formatInteger } from '#shared/money.ts'
import { q } from '#web/api.ts'
import { download } from '#web/download.ts'
import { useCan } from '#web/profile.tsx'
import { PageLink } from '#web/router/PageLink.tsx'
import { useLocation } from '#web/router/page.ts'
import { refusalWhileWaiting } from '#web/record/second-person.ts'
import { exportBulkAction, ListActions } from '#web/table/toolbar/common-actions.tsx'
import { ListTable } from '#web/table/list/ListTable.tsx'
import type { BulkAction, RowAction } from '#web/table/state/types.ts'
import { useLocale, useText } from '#web/texts.ts'
import { IconCheck, IconChecks, IconDownload, IconUserCheck, IconX } from '#web/ui/icons.ts'
import {
  IconArrowUpRight,
  IconClipboardCheck,
  IconFileExport,
  IconRefresh,
  IconUpload,
} from '#web/ui/lazy-icons.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { useDrops } from '#web/useDrops.ts'
import type { PayoutRow } from '../contract.ts'
import { isToDo } from '../rules.ts'
import { payoutList } from '../table.ts'
import { columns, otherFilters, titleColumn } from './columns.tsx'
import { notifyDownloadFailure } from './file.ts'
import { type PayoutDialog, targetOf, targetOfList, targetOfOpen } from './target.ts'

const PayoutDialogs = lazyDialog(() => import('./PayoutDialogs.tsx'), 'PayoutDialogs')

const amountOf = (row: PayoutRow) => row.amount_cents

export function PayoutsPage() {
  const t = useText()
  const [dialog, setDialog] = useState<PayoutDialog>()
  const rowActions = useMemo(() => rowActionsOf(setDialog), [])
  const bulkActions = useMemo(() => bulkActionsOf(setDialog), [])
  const mayChange = useCan('change_payouts')
  useDrops(([dropped]) => {
    // An open dialog handles dropped files in its own field.
    if (dropped && mayChange && !dialog) setDialog({ kind: 'answer', dropped })
  })
  return (
    <>
      <ListTable
        route="GET /api/v4/payouts/"
        declaration={payoutList}
        title={t('nav.payouts')}
        titleColumn={titleColumn}
        columns={columns}
        filters={otherFilters}
        amountOf={amountOf}
        rowActions={rowActions}
        bulkActions={bulkActions}
        searchText={t('payouts.search')}
        emptyText={t('payouts.none_yet')}
        noneMatchText={t('payouts.none_match')}
        viewSwitch={<StateTabs />}
        actions={(list) => (
          <>
            <OpenToFile onOpen={setDialog} />
            <PermissionButton
              permission="change_payouts"
              size="sm"
              icon={IconClipboardCheck}
              onPointerEnter={PayoutDialogs.preload}
              onClick={() => setDialog({ kind: 'paste' })}
            >
              {t('payouts.paste')}
            </PermissionButton>
            <PermissionButton
              permission="change_payouts"
              size="sm"
              icon={IconUpload}
              onPointerEnter={PayoutDialogs.preload}
              onClick={() => setDialog({ kind: 'answer' })}
            >
              {t('payouts.answer')}
            </PermissionButton>
            <ListActions route="GET /api/v4/payouts/export/" list={list} />
          </>
        )}
        settings
      />
      {dialog && <PayoutDialogs open={dialog} onOpen={setDialog} onClose={() => setDialog(undefined)} />}
    </>
  )
}

const counts = { ...q('GET /api/v4/counts/'), staleTime: 60_000, retry: false }

/** The daily task: a file of all open payouts, without selecting them first. */
function OpenToFile({ onOpen }: { onOpen: Open }) {
  const t = useText()
  const locale = useLocale()
  const count = useQuery(counts).data?.payouts_open
  if (!useCan('change_payouts') || !count) return null
  return (
    <Button
      variant="primary"
      size="sm"
      icon={IconFileExport}
      onPointerEnter={PayoutDialogs.preload}
      onClick={() => onOpen({ kind: 'sepa', target: targetOfOpen(count) })}
    >
      {t('payouts.sepa_open', { count: formatInteger(count, locale) })}
    </Button>
  )
}

const all: PageAddress = '/site-admin/payouts/?page=1'

/** The states as tabs of the list; unfinished ones show their sum. */
function StateTabs() {
  const t = useText()
  const locale = useLocale()
  const { search } = useLocation()
  const { data } = useQuery(counts)
  const counted = (text: string, n: number | undefined) =>
    n === undefined ? text : `${text} ${formatInteger(n, locale)}`
  const tabs = [
    { state: 'open', text: counted(t('payouts.state.open'), data?.payouts_open) },
    { state: 'exported', text: counted(t('payouts.state.exported'), data?.payouts_exported) },
    { state: 'marked_paid', text: t('payouts.paid') },
    { state: undefined, text: t('payouts.all') },
  ]
  return (
    <nav className="segmented" aria-label={t('list.view')}>
      {tabs.map(({ state, text }) => (
        <PageLink
          key={text}
          href={state ? `/site-admin/payouts/?state=${state}` : all}
          aria-current={search.state === state ? 'page' : undefined}
        >
          {text}
        </PageLink>
      ))}
    </nav>
  )
}

type Open = (dialog: PayoutDialog) => void

function rowActionsOf(open: Open): RowAction<PayoutRow>[] {
  const act = (kind: 'paid' | 'unmark' | 'cancel' | 'arrived') => (row: PayoutRow) =>
    open({ kind, target: targetOf(row) })
  const permission = 'change_payouts'
  return [
    {
      key: 'paid',
      text: 'payouts.mark_paid',
      icon: IconChecks,
      permission,
      hidden: (row) => !isToDo(row.state),
      onSelect: act('paid'),
    },
    {
      key: 'arrived',
      text: 'payouts.mark_arrived',
      icon: IconCheck,
      permission,
      hidden: (row) => row.state !== 'marked_paid' || row.arrived_on !== null,
      onSelect: act('arrived'),
    },
    {
      key: 'unmark',
      text: 'payouts.unmark',
      icon: IconRefresh,
      permission,
      hidden: (row) => row.state !== 'marked_paid',
      refused: (row) => refusalWhileWaiting(row, 'unmark'),
      onSelect: act('unmark'),
    },
    {
      key: 'bank_name',
      text: 'payouts.take_bank_name',
      icon: IconUserCheck,
      permission,
      hidden: ({ state, recipient, bank_said: { verification } }) =>
        !isToDo(state) || !verification?.bank_name || verification.bank_name === recipient.name,
      refused: (row) => refusalWhileWaiting(row, 'bank_details'),
      onSelect: (row) => open({ kind: 'bank_name', row }),
    },
    {
      key: 'file',
      text: 'payouts.download_file',
      icon: IconDownload,
      permission,
      hidden: (row) => row.file === null,
      onSelect: (row) =>
        void download('GET /api/v4/payouts/files/:slug/', { params: { slug: row.file!.slug } }).catch(
          notifyDownloadFailure,
        ),
    },
    {
      key: 'project',
      text: 'payouts.open_project',
      icon: IconArrowUpRight,
      permission: 'view_projects',
      href: (row) => `/site-admin/project/${row.project.slug}/update/`,
    },
    {
      key: 'cancel',
      text: 'payouts.cancel_one',
      icon: IconX,
      permission,
      danger: true,
      hidden: (row) => !isToDo(row.state),
      refused: (row) => refusalWhileWaiting(row, 'cancel'),
      onSelect: act('cancel'),
    },
  ]
}

function bulkActionsOf(open: Open): BulkAction[] {
  const permission = 'change_payouts'
  return [
    {
      key: 'paid',
      text: 'payouts.mark_paid',
      icon: IconChecks,
      permission,
      run: (list) => open({ kind: 'paid', target: targetOfList(list) }),
    },
    {
      key: 'sepa',
      text: 'payouts.sepa',
      icon: IconFileExport,
      permission,
      run: (list) => open({ kind: 'sepa', target: targetOfList(list) }),
    },
    {
      key: 'cancel',
      text: 'payouts.cancel',
      icon: IconX,
      permission,
      run: (list) => open({ kind: 'cancel', target: targetOfList(list) }),
    },
    exportBulkAction('GET /api/v4/payouts/export/'),
  ]
}
