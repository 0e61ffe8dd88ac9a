import { useProfile } from '#web/profile.tsx'
import { readStored } from '#web/storage.ts'
import { latePart } from '#web/ui/lazyDialog.tsx'

const WorkStatus = latePart(() => import('./WorkStatus.tsx'), 'WorkStatus')

/** Follows long work once there is some: under way now, or at this browser's last look (`tracked-work.ts`). */
export function WorkLater({ count }: { count: number }) {
  const id = useProfile()?.id
  return count > 0 || readStored(`almoner.work.${id}`) ? <WorkStatus /> : null
}
