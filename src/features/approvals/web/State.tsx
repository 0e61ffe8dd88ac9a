import type { ApprovalState } from '#shared/approvals.ts'
import type { Tone } from '#shared/labels.ts'
import { IconUserCheck } from '#web/ui/icons.ts'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'

const tones: Record<ApprovalState, Tone> = {
  waiting: 'warning',
  approved: 'success',
  rejected: 'danger',
  withdrawn: 'default',
  expired: 'default',
}

export function State({ row }: { row: { state: ApprovalState; state_display: string } }) {
  return (
    <StatusLabel
      tone={tones[row.state]}
      text={row.state_display}
      {...(row.state === 'waiting' && { icon: IconUserCheck })}
    />
  )
}
