import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import type { Subject } from '#features/reviews/outcomes.ts'
import { HistoryList } from './HistoryList.tsx'

type HistoryModalProps = { subject: Subject; slug: string; title: string; onClose: () => void }

/** The whole history of a record over its page. */
export function HistoryModal({ subject, slug, title, onClose }: HistoryModalProps) {
  const t = useText()
  return (
    <Modal
      title={t('history.title')}
      subtitle={title}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('actions.close')}</Button>}
    >
      <HistoryList subject={subject} slug={slug} />
    </Modal>
  )
}
