import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { q } from '#web/api.ts'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { explain } from '#web/ui/states.tsx'
import type { UserRow } from '../contract.ts'
import { setDisabled } from './account.ts'

type ConfirmStateProps = { user: Pick<UserRow, 'id' | 'full_name' | 'state'>; onClose: () => void }

/** Asks before an account is disabled or enabled, and states the effects. */
export function ConfirmState({ user, onClose }: ConfirmStateProps) {
  const t = useText()
  const cancel = useRef<HTMLButtonElement>(null)
  const { data: account } = useQuery(q('GET /api/v4/users/:id/', { params: { id: String(user.id) } }))
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  // The question must not change while the account does.
  const [disabling] = useState(user.state !== 'disabled')
  const run = async () => {
    setRunning(true)
    setFailure(undefined)
    try {
      await setDisabled(user, disabling)
      onClose()
    } catch (error) {
      setFailure(error)
      setRunning(false)
    }
  }
  const name = user.full_name
  return (
    <Modal
      title={disabling ? t('users.disable_title', { name }) : t('users.enable_title', { name })}
      size="sm"
      onClose={onClose}
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button variant={disabling ? 'danger' : 'primary'} loading={running} onClick={() => void run()}>
            {t(disabling ? 'users.disable' : 'users.enable')}
          </Button>
        </>
      }
    >
      <div className="stack">
        {failure !== undefined && (
          <Callout tone="danger" loud>
            {explain(failure, t)}
          </Callout>
        )}
        {disabling && account !== undefined && account.open_tasks > 0 && (
          <Callout tone="warning">{t('users.disable_open_tasks', { count: account.open_tasks })}</Callout>
        )}
        <p className="muted">{t(disabling ? 'users.disable_text' : 'users.enable_text')}</p>
      </div>
    </Modal>
  )
}
