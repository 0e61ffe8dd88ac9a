import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { PageAddress } from '#shared/pages.ts'
import { formatEuro } from '#shared/money.ts'
import { q } from '#web/api.ts'
import { columnsOf, titleOf } from '#web/table/columns.ts'
import { ExportButton } from '#web/table/ExportButton.tsx'
import { ListTable } from '#web/table/ListTable.tsx'
import type { ListHandle, RowAction } from '#web/table/types.ts'
import { translate, useLocale, useText } from '#web/texts.ts'
import { IconArrowBackUp, IconArrowsExchange, IconBan, IconCheck, IconPlus } from '#web/ui/icons.ts'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { donationCells } from '../cells.ts'
import type { DonationRow } from '../contract.ts'
import { donationList } from '../table.ts'
import type { DonationDialogProps } from './DonationDialog.tsx'
import './donations.css'

const DonationDialog = lazyDialog(() => import('./DonationDialog.tsx'), 'DonationDialog')
const RecordDialog = lazyDialog(() => import('./RecordDialog.tsx'), 'RecordDialog')

const list = 'GET /api/v4/private-donations/'

const titleColumn = titleOf<DonationRow>(donationList, ({ donor, project }) => ({
  title: donor?.name ?? translate('private_donations.unknown_donor'),
  subtitle: project.title,
  href: `/site-admin/project/${encodeURIComponent(project.slug)}/update/?tab=money` as PageAddress,
}))
const columns = columnsOf(donationList, donationCells)
const amountOf = (row: DonationRow) => row.amount_cents
const stands = ({ state, left_cents }: DonationRow) =>
  (state === 'confirmed' || state === 'settled') && left_cents > 0

/** What private persons gave (design/money.md §8, picture 21): with sums that are always those of the filter. */
export function DonationsPage() {
  const t = useText()
  const [dialog, setDialog] = useState<Omit<DonationDialogProps, 'onClose'>>()
  const [recording, setRecording] = useState(false)
  const rowActions = useMemo<RowAction<DonationRow>[]>(() => {
    const act = (kind: DonationDialogProps['kind']) => ({
      permission: 'change_private_donations' as const,
      onSelect: (donation: DonationRow) => setDialog({ kind, donation }),
    })
    return [
      {
        key: 'confirm',
        text: 'private_donations.confirm',
        icon: IconCheck,
        prominent: true,
        hidden: (row) => row.state !== 'pledged',
        ...act('confirm'),
      },
      {
        key: 'refund',
        text: 'private_donations.refund',
        icon: IconArrowBackUp,
        hidden: (row) => !stands(row),
        ...act('refund'),
      },
      {
        key: 'change_purpose',
        text: 'private_donations.change_purpose',
        icon: IconArrowsExchange,
        hidden: (row) => !stands(row) || row.returned_cents > 0,
        ...act('change_purpose'),
      },
      {
        key: 'charge_back',
        text: 'private_donations.charge_back',
        icon: IconBan,
        danger: true,
        hidden: (row) => row.left_cents <= 0 || row.state === 'pledged',
        ...act('charge_back'),
      },
    ]
  }, [])
  return (
    <>
      <ListTable
        route={list}
        declaration={donationList}
        title={t('private_donations.title')}
        titleColumn={titleColumn}
        columns={columns}
        amountOf={amountOf}
        rowActions={rowActions}
        searchText={t('private_donations.search')}
        emptyText={t('private_donations.none_yet')}
        noneMatchText={t('private_donations.none_match')}
        actions={(handle) => (
          <>
            <ExportButton route="GET /api/v4/private-donations/export/" list={handle} />
            <PermissionButton
              permission="create_private_donations"
              variant="primary"
              size="sm"
              icon={IconPlus}
              onPointerEnter={RecordDialog.preload}
              onClick={() => setRecording(true)}
            >
              {t('private_donations.record')}
            </PermissionButton>
          </>
        )}
        below={(handle) => <Totals list={handle} />}
      />
      {dialog && <DonationDialog {...dialog} onClose={() => setDialog(undefined)} />}
      {recording && <RecordDialog onClose={() => setRecording(false)} />}
    </>
  )
}

/** The sums of all that match the filter; what is only pledged is no money yet. */
function Totals({ list: { query } }: { list: ListHandle }) {
  const t = useText()
  const locale = useLocale()
  const { data } = useQuery(q(list, { query: { ...query, page_size: 10 } }))
  if (!data) return null
  const { totals } = data
  const euro = (cents: number) => formatEuro(cents, locale)
  return (
    <dl className="donation-sums figures">
      <div className="strong">
        <dt>{t('private_donations.sum_confirmed', { count: totals.confirmed })}</dt>
        <dd>{euro(totals.confirmed_cents)}</dd>
      </div>
      <div>
        <dt>{t('private_donations.sum_pledged', { count: totals.pledged })}</dt>
        <dd>{euro(totals.pledged_cents)}</dd>
      </div>
      <div>
        <dt>{t('private_donations.sum_returned')}</dt>
        <dd>{euro(totals.returned_cents === 0 ? 0 : -totals.returned_cents)}</dd>
      </div>
      <div className="strong">
        <dt>{t('private_donations.sum_rest')}</dt>
        <dd>{euro(totals.rest_cents)}</dd>
      </div>
    </dl>
  )
}
