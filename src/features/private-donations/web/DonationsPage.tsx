import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { showDay } from '#shared/dates.ts'
import type { PageAddress } from '#shared/pages.ts'
import type { SentSelection } from '#shared/lists/selection.ts'
import { formatEuro } from '#shared/money.ts'
import { type Answer, q } from '#web/api.ts'
import { columnsOf, titleOf } from '#web/table/list/columns.ts'
import { useCan } from '#web/profile.tsx'
import { ExportButton } from '#web/table/toolbar/ExportButton.tsx'
import { FigureCard } from '#web/table/list/FigureCard.tsx'
import { exportBulkAction } from '#web/table/toolbar/common-actions.tsx'
import { ListTable } from '#web/table/list/ListTable.tsx'
import type { BulkAction, RowAction } from '#web/table/state/types.ts'
import { translate, useLocale, useText } from '#web/texts.ts'
import { IconCheck, IconPlus, IconReceiptRefund, IconUsers, IconX, IconEye } from '#web/ui/icons.ts'
import { IconArrowBackUp, IconBan, IconSend, IconArrowsExchange, IconFileText } from '#web/ui/lazy-icons.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { refusalWhileWaiting } from '#web/record/second-person.ts'
import { donationCells } from '../cells.ts'
import type { DonationRow } from '../contract.ts'
import { donationList } from '../table.ts'
import type { ClosingDialogProps } from './ClosingDialog.tsx'
import type { DonationDialogProps } from './DonationDialog.tsx'
import '#web/table/list/list-sums.css'
import './donations.css'

const DonationDialog = lazyDialog(() => import('./DonationDialog.tsx'), 'DonationDialog')
const ClosingDialog = lazyDialog(() => import('./ClosingDialog.tsx'), 'ClosingDialog')
const RevealDialog = lazyDialog(() => import('./RevealDialog.tsx'), 'RevealDialog')
const DuplicatesDialog = lazyDialog(() => import('./DuplicatesDialog.tsx'), 'DuplicatesDialog')
const RecordDialog = lazyDialog(() => import('./RecordDialog.tsx'), 'RecordDialog')

const GenerateDialog = lazyDialog(() => import('#features/receipts/web/GenerateDialog.tsx'), 'GenerateDialog')

const list = 'GET /api/v4/private-donations/'

const titleColumn = titleOf<DonationRow>(donationList, ({ donor, project }) => ({
  title: donor?.name ?? translate('private_donations.unknown_donor'),
  subtitle: project.title,
  href: `/site-admin/project/${encodeURIComponent(project.slug)}/update/?tab=money` as PageAddress,
}))
const columns = columnsOf(donationList, donationCells)
const amountOf = (row: DonationRow) => row.amount_cents
const card = (row: DonationRow) => (
  <FigureCard
    cents={row.amount_cents}
    number={row.number}
    labels={donationCells.state(row)}
    note={`${showDay(row.received_on)} · ${row.channel_display}`}
  />
)
const isInForce = ({ state, left_cents }: DonationRow) =>
  (state === 'confirmed' || state === 'settled') && left_cents > 0

/** A receipt certifies this money, so it cannot move before the receipt is withdrawn. */
const refusalByReceipt = ({ receipt }: DonationRow) =>
  receipt === null
    ? undefined
    : ({ key: 'documents.receipts.withdraw_first', values: { number: receipt.number } } as const)

/** Donations of private persons (design/money.md §8, picture 21); the sums always follow the filter. */
export function DonationsPage() {
  const t = useText()
  const mayRecord = useCan('create_private_donations')
  const [dialog, setDialog] = useState<Omit<DonationDialogProps, 'onClose'>>()
  const [closing, setClosing] = useState<Omit<ClosingDialogProps, 'onClose'>>()
  const [revealing, setRevealing] = useState<DonationRow>()
  const [recording, setRecording] = useState(false)
  const [certifying, setCertifying] = useState<SentSelection>()
  const bulkActions = useMemo<BulkAction[]>(
    () => [
      {
        key: 'receipts',
        text: 'documents.receipts.donation_receipts',
        icon: IconFileText,
        permission: 'create_documents',
        run: ({ selection }) => setCertifying(selection.sent),
      },
      exportBulkAction('GET /api/v4/private-donations/export/'),
    ],
    [],
  )
  const rowActions = useMemo<RowAction<DonationRow>[]>(() => {
    const act = (kind: DonationDialogProps['kind']) => ({
      permission: 'change_private_donations' as const,
      onSelect: (donation: DonationRow) => setDialog({ kind, donation }),
    })
    const end = (kind: ClosingDialogProps['kind']) => ({
      permission: 'change_private_donations' as const,
      onSelect: (donation: DonationRow) => setClosing({ kind, donation }),
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
        hidden: (row) => !isInForce(row),
        refused: (row) => refusalByReceipt(row) ?? refusalWhileWaiting(row, 'refund'),
        ...act('refund'),
      },
      {
        key: 'change_purpose',
        text: 'private_donations.change_purpose',
        icon: IconArrowsExchange,
        refused: refusalByReceipt,
        hidden: (row) => !isInForce(row) || row.returned_cents > 0,
        ...act('change_purpose'),
      },
      {
        key: 'charge_back',
        text: 'private_donations.charge_back',
        icon: IconBan,
        danger: true,
        refused: refusalByReceipt,
        hidden: (row) => row.left_cents <= 0 || row.state === 'pledged',
        ...act('charge_back'),
      },
      {
        key: 'end',
        text: 'private_donations.end',
        icon: IconX,
        hidden: (row) => row.state !== 'pledged',
        ...end('end'),
      },
      {
        key: 'refund_paid',
        text: 'private_donations.refund_paid',
        icon: IconSend,
        hidden: (row) => row.owed_cents === 0,
        ...end('refund_paid'),
      },
      {
        key: 'recover',
        text: 'private_donations.recover',
        icon: IconReceiptRefund,
        hidden: (row) => row.state !== 'recovery_open',
        ...end('recover'),
      },
      {
        key: 'reveal',
        text: 'private_donations.reveal',
        icon: IconEye,
        permission: 'change_private_donations',
        hidden: (row) => row.donor === null,
        onSelect: setRevealing,
      },
    ]
  }, [])
  const record = (
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
  )
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
        bulkActions={bulkActions}
        searchText={t('private_donations.search')}
        emptyText={t('private_donations.none_yet')}
        emptyHint={t('list.begin_with', { action: t('private_donations.record') })}
        emptyAction={mayRecord && record}
        noneMatchText={t('private_donations.none_match')}
        actions={(handle) => (
          <>
            <Duplicates />
            <ExportButton route="GET /api/v4/private-donations/export/" list={handle} />
            {record}
          </>
        )}
        card={card}
        below={(_, answer) => answer && <Totals totals={answer.totals} />}
      />
      {dialog && <DonationDialog {...dialog} onClose={() => setDialog(undefined)} />}
      {closing && <ClosingDialog {...closing} onClose={() => setClosing(undefined)} />}
      {revealing && <RevealDialog donation={revealing} onClose={() => setRevealing(undefined)} />}
      {certifying && <GenerateDialog selection={certifying} onClose={() => setCertifying(undefined)} />}
      {recording && <RecordDialog onClose={() => setRecording(false)} />}
    </>
  )
}

/** The number of possible duplicate donors, with a link to decide on them or to undo a merge. */
function Duplicates() {
  const t = useText()
  const [deciding, setDeciding] = useState(false)
  const { data } = useQuery(q('GET /api/v4/donors/duplicates/', { query: { page_size: 10 } }))
  return (
    <>
      <Button
        size="sm"
        icon={IconUsers}
        onPointerEnter={DuplicatesDialog.preload}
        onClick={() => setDeciding(true)}
      >
        {t('private_donations.duplicates', { count: data?.count ?? 0 })}
      </Button>
      {deciding && <DuplicatesDialog onClose={() => setDeciding(false)} />}
    </>
  )
}

/** Sums over all matches; pledges do not count as money yet. */
function Totals({ totals }: Pick<Answer<typeof list>, 'totals'>) {
  const t = useText()
  const locale = useLocale()
  const euro = (cents: number) => formatEuro(cents, locale)
  return (
    <dl className="list-sums figures">
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
