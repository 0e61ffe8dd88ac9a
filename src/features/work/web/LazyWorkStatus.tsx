import { useProfile } from '#web/profile.tsx'
import { readStored } from '#web/storage.ts'
import { lazyPagePart } from '#web/ui/lazyDialog.tsx'

const WorkStatus = lazyPagePart(() => import('./WorkStatus.tsx'), 'WorkStatus')

/** Shows long work if some is active now, or was tracked by this browser before (`tracked-work.ts`). */
export function LazyWorkStatus({ count }: { count: number }) {
  const id = useProfile()?.id
  return count > 0 || readStored(`almoner.work.${id}`) ? <WorkStatus /> : null
}
