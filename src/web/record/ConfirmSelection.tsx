import { type ReactNode, useState } from 'react'
import { useText } from '../texts.ts'
import { Button } from '../ui/Button.tsx'
import { Callout } from '../ui/Callout.tsx'
import type { Icon } from '../ui/icons.ts'
import { Modal } from '../ui/Modal.tsx'
import { maxBulkRows } from '#shared/lists/list-declaration.ts'
import { namesOf } from '../table/state/refusals.ts'
import type { Selection } from '../table/state/types.ts'

type ConfirmSelectionProps = {
  title: string
  /** Its subject: one record, or the selection of a list. */
  of: { title: string } | Selection
  /** The effect, stated before the click. */
  text: string
  action: string
  icon: Icon
  /** True closes the modal; false leaves it open for a retry. */
  run: () => Promise<boolean>
  onClose: () => void
  children?: ReactNode
}

/** The simple modal before many records change at once: subject, effect, Close and the action. */
export function ConfirmSelection(props: ConfirmSelectionProps) {
  const { title, of, text, action, icon, run, onClose, children } = props
  const t = useText()
  const [running, setRunning] = useState(false)
  const count = 'sent' in of ? of.count : 1
  const tooMany = count > maxBulkRows
  const start = async () => {
    setRunning(true)
    const done = await run()
    setRunning(false)
    if (done) onClose()
  }
  return (
    <Modal
      title={title}
      subtitle={'sent' in of ? t('list.selected', { count }) : of.title}
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
        {'sent' in of && <SelectionSummary selection={of} />}
        <p>{text}</p>
        {children}
        {tooMany && <Callout tone="warning">{t('list.too_many', { count, limit: maxBulkRows })}</Callout>}
      </div>
    </Modal>
  )
}

function SelectionSummary({ selection: { titles, all } }: { selection: Selection }) {
  const t = useText()
  if (!all) return <p className="strong">{namesOf(titles, t)}</p>
  if (all.except.length === 0) return <p className="strong">{t('list.all_selected', { count: all.total })}</p>
  return <p className="strong">{t('list.all_but', { total: all.total, names: namesOf(all.except, t) })}</p>
}
