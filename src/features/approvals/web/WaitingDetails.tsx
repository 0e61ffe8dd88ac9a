import { useQuery } from '@tanstack/react-query'
import { waitingLabel } from '#shared/approvals.ts'
import { visible } from '#shared/text-direction.ts'
import { qAll } from '#web/api.ts'
import { useAllowed } from '#web/profile.tsx'
import { useText } from '#web/texts.ts'
import { IconUserCheck } from '#web/ui/icons.ts'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { approvalRights } from '../rules.ts'

/** Accounts with waiting changes of bank details; empty for a person who may neither propose nor approve. */
export function useWaitingDetails(type: 'bank_account' | 'individual_bank_account'): ReadonlySet<string> {
  const maySee = approvalRights.some(useAllowed())
  const query = { state: 'waiting', act: 'bank_details', about_type: type }
  const { data } = useQuery({ ...qAll('GET /api/v4/approvals/', query), enabled: maySee, retry: false })
  return new Set(data?.results.map(({ about }) => about.slug))
}

export function WaitingTitle({ title, waits }: { title: string; waits: boolean }) {
  const t = useText()
  if (!waits) return visible(title)
  return (
    <span className="labels">
      <span>{visible(title)}</span>
      <StatusLabel tone={waitingLabel.tone} text={t(waitingLabel.text)} icon={IconUserCheck} />
    </span>
  )
}
