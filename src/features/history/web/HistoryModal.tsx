import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import type { RecordDeclaration } from '#shared/records/define-record.ts'
import { HistoryList } from './HistoryList.tsx'

type HistoryModalProps = { record: RecordDeclaration; slug: string; title: string; onClose: () => void }

export function HistoryModal({ record, slug, title, onClose }: HistoryModalProps) {
  const t = useText()
  return (
    <Modal
      title={t('history.title')}
      subtitle={title}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('actions.close')}</Button>}
    >
      <HistoryList record={record} slug={slug} />
    </Modal>
  )
}
