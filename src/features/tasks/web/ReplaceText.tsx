import { useRef } from 'react'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Modal.tsx'

export function ReplaceText({ onKeep, onReplace }: { onKeep: () => void; onReplace: () => void }) {
  const t = useText()
  const keep = useRef<HTMLButtonElement>(null)
  return (
    <Modal
      title={t('tasks.replace_title')}
      size="sm"
      onClose={onKeep}
      initialFocus={keep}
      footer={
        <>
          <Button onClick={onReplace}>{t('tasks.replace_action')}</Button>
          <Button ref={keep} variant="primary" onClick={onKeep}>
            {t('actions.keep_editing')}
          </Button>
        </>
      }
    >
      <p>{t('tasks.replace')}</p>
    </Modal>
  )
}
