import { useState } from 'react'
import { useText } from '#web/texts.ts'
import { IconMail } from '#web/ui/icons.ts'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { taskStatus } from '../rules.ts'
import type { Task } from '../contract.ts'

const DraftModal = lazyDialog(() => import('./DraftModal.tsx'), 'DraftModal')

/** Opens the e-mail that an open task has drafted. */
export function WriteDraft({ task }: { task: Task }) {
  const t = useText()
  const [writing, setWriting] = useState(false)
  if (!task.has_draft || task.status !== taskStatus.open) return null
  return (
    <>
      <PermissionButton permission="change_organizations" icon={IconMail} onClick={() => setWriting(true)}>
        {t('tasks.draft.write')}
      </PermissionButton>
      {writing && <DraftModal task={task} onClose={() => setWriting(false)} />}
    </>
  )
}
