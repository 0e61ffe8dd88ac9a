import { controlKey } from '#web/shortcuts.ts'
import { useText } from '#web/texts.ts'
import { KeysModal, type KeyRows } from '#web/ui/KeysModal.tsx'

export function QueueKeys({ onClose }: { onClose: () => void }) {
  const t = useText()
  const rows: KeyRows = [
    [['1', '2', '3'], t('review_queue.key.outcome')],
    [['R'], t('reviews.reason')],
    [[controlKey(t, 'Enter')], t('review_queue.key.decide')],
    [['A'], t('review_queue.ask')],
    [['S'], t('review_queue.skip')],
    [['J', 'K'], t('review_queue.key.walk')],
    [['D'], t('review_queue.compare')],
    [['O'], t('review_queue.key.organization')],
    [['T'], t('review_queue.key.task')],
    [['I'], t('review_queue.assign_me')],
    [['H'], t('review_queue.hand_over')],
    [['M'], t('review_queue.change_text')],
    [['L'], t('review_queue.key.list')],
    [[controlKey(t, 'Z')], t('review_queue.key.undo')],
    [['?'], t('shortcuts.help')],
  ]
  return (
    <KeysModal
      title={t('review_queue.keys')}
      purpose={t('purposes./site-admin/projects/review/')}
      rows={rows}
      onClose={onClose}
    />
  )
}
