import { useQuery } from '@tanstack/react-query'
import { q } from '#web/api.ts'
import { useAllowed } from '#web/profile.tsx'
import { approvalRights } from '../rules.ts'

const summary = q('GET /api/v4/approvals/summary/')

/** Number of proposals the person may decide; undefined while unknown. */
export function useApprovalCount(): number | undefined {
  const maySee = approvalRights.some(useAllowed())
  const { data } = useQuery({ ...summary, enabled: maySee, retry: false, staleTime: 60_000 })
  return data?.to_decide
}
