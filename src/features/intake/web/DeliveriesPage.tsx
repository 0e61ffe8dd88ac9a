import { useMemo, useState } from 'react'
import { api } from '#web/api.ts'
import { useIdempotencyKey } from '#web/idempotency.ts'
import { columnsOf, titleOf } from '#web/table/list/columns.ts'
import { ListTable } from '#web/table/list/ListTable.tsx'
import type { RowAction } from '#web/table/state/types.ts'
import { useText } from '#web/texts.ts'
import { IconCheck, IconX, IconEye } from '#web/ui/icons.ts'
import { IconRefresh } from '#web/ui/lazy-icons.ts'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import { deliveryCells } from '../cells.ts'
import type { DeliveryRow } from '../contract.ts'
import { deliveryList } from '../table.ts'

const DeliveryDialog = lazyDialog(() => import('./DeliveryDialog.tsx'), 'DeliveryDialog')
const DecideDialog = lazyDialog(() => import('./DecideDialog.tsx'), 'DecideDialog')

const list = 'GET /api/v4/intake-deliveries/'
const titleColumn = titleOf<DeliveryRow>(deliveryList, ({ ref, provider, donation }) => ({
  title: donation ?? ref,
  subtitle: provider,
  action: 'show',
}))
const columns = columnsOf(deliveryList, deliveryCells)
const isOpen = ({ state }: DeliveryRow) => state === 'waiting' || state === 'needs_person'

export function DeliveriesPage() {
  const t = useText()
  const keyOf = useIdempotencyKey()
  const [shown, setShown] = useState<DeliveryRow>()
  const [deciding, setDeciding] = useState<{ kind: 'book' | 'close'; delivery: DeliveryRow }>()
  const rowActions = useMemo<RowAction<DeliveryRow>[]>(() => {
    const permission = 'change_private_donations' as const
    const retry = async ({ id, ref, attempts }: DeliveryRow) => {
      const params = { id }
      try {
        const { state_display, problem_display } = await api('POST /api/v4/intake-deliveries/:id/retry/', {
          params,
          body: {},
          idempotencyKey: keyOf({ id, attempts }),
        })
        const message = [ref, state_display, problem_display].filter(Boolean).join(' · ')
        notify({ tone: 'success', title: t('intake.retried'), message })
      } catch (error) {
        notify({ tone: 'danger', title: t('intake.retry'), message: explain(error, t) })
      }
    }
    return [
      { key: 'show', text: 'intake.show', icon: IconEye, onSelect: setShown },
      {
        key: 'retry',
        text: 'intake.retry',
        icon: IconRefresh,
        permission,
        hidden: (row) => !isOpen(row) || row.type === 'unknown',
        onSelect: (row) => void retry(row),
      },
      {
        key: 'book',
        text: 'intake.book',
        icon: IconCheck,
        prominent: true,
        permission,
        hidden: (row) => row.state !== 'needs_person' || !['pledged', 'confirmed'].includes(row.type),
        onSelect: (delivery) => setDeciding({ kind: 'book', delivery }),
      },
      {
        key: 'close',
        text: 'intake.close',
        icon: IconX,
        permission,
        hidden: (row) => !isOpen(row),
        onSelect: (delivery) => setDeciding({ kind: 'close', delivery }),
      },
    ]
  }, [t, keyOf])
  return (
    <>
      <ListTable
        route={list}
        declaration={deliveryList}
        title={t('intake.title')}
        titleColumn={titleColumn}
        columns={columns}
        rowActions={rowActions}
        searchText={t('intake.search')}
        emptyText={t('intake.none_yet')}
        emptyHint={t('intake.none_hint')}
        noneMatchText={t('intake.none_match')}
      />
      {shown && <DeliveryDialog delivery={shown} onClose={() => setShown(undefined)} />}
      {deciding && <DecideDialog {...deciding} onClose={() => setDeciding(undefined)} />}
    </>
  )
}
