import { useQuery } from '@tanstack/react-query'
import { q } from '#web/api.ts'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { ErrorPanel } from '#web/ui/states.tsx'
import type { DeliveryRow } from '../contract.ts'
import './intake.css'

/** One delivery with its content and result; the donor is masked for people who may not see donors. */
export function DeliveryDialog({ delivery, onClose }: { delivery: DeliveryRow; onClose: () => void }) {
  const t = useText()
  const { data, error, refetch } = useQuery(
    q('GET /api/v4/intake-deliveries/:id/', { params: { id: delivery.id } }),
  )
  const facts: [string, string | number | null][] = [
    [t('intake.type'), delivery.type_display],
    [t('columns.state'), [delivery.state_display, delivery.problem_display].filter(Boolean).join(': ')],
    [t('intake.donation'), delivery.donation],
    [t('intake.attempts'), delivery.attempts],
    [t('intake.note'), delivery.note],
  ]
  return (
    <Modal
      title={`${delivery.provider}: ${delivery.ref}`}
      subtitle={delivery.event_id}
      dirty={false}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('actions.close')}</Button>}
    >
      <dl className="delivery-facts">
        {facts
          .filter(([, value]) => value !== null && value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <h3 className="small muted">{t('intake.payload')}</h3>
      {error ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <pre className="delivery-payload mono" tabIndex={0}>
          {data.payload}
        </pre>
      ) : (
        <Spinner />
      )}
    </Modal>
  )
}
