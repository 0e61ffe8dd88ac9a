import { useState } from 'react'
import { useText } from '../texts.ts'
import { Button } from '../ui/Button.tsx'
import { Callout } from '../ui/Callout.tsx'
import type { Icon } from '../ui/icons.ts'
import { Modal } from '../ui/Modal.tsx'
import { bulkLimit } from '../table/selected.ts'

type ConfirmSelectionProps = {
  title: string
  /** The one record it is about; left out for a selection. */
  subtitle?: string
  /** What it does, said before the click. */
  text: string
  count: number
  action: string
  icon: Icon
  /** True closes the modal; false leaves it for another try. */
  run: () => Promise<boolean>
  onClose: () => void
}

/** The plain modal before many records change at once: object, effect, Close and the action. */
export function ConfirmSelection({
  title,
  subtitle,
  text,
  count,
  action,
  icon,
  run,
  onClose,
}: ConfirmSelectionProps) {
  const t = useText()
  const [running, setRunning] = useState(false)
  const tooMany = count > bulkLimit
  const start = async () => {
    setRunning(true)
    const done = await run()
    setRunning(false)
    if (done) onClose()
  }
  return (
    <Modal
      title={title}
      subtitle={subtitle ?? t('list.selected', { count })}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('actions.close')}</Button>
          <Button
            variant="primary"
            icon={icon}
            loading={running}
            disabled={count === 0 || tooMany}
            onClick={() => void start()}
          >
            {action}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{text}</p>
        {tooMany && <Callout tone="warning">{t('list.too_many', { count, limit: bulkLimit })}</Callout>}
      </div>
    </Modal>
  )
}
