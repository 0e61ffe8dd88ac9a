import { useQuery } from '@tanstack/react-query'
import { q } from '#web/api.ts'
import { useCan } from '#web/profile.tsx'
import type { Waiting } from '#web/shell/navigation.ts'
import { useApprovalCount } from '#features/approvals/web/count.ts'
import { useMyTaskCount } from '#features/tasks/web/count.ts'

// Embedded in the document; every change refetches it.
const counts = { ...q('GET /api/v4/counts/'), staleTime: 60_000, retry: false }

/** Number of waiting items per page, only those the person may work on; missing while unknown. */
export function useWaiting(): Waiting {
  const { data } = useQuery(counts)
  const tasks = useMyTaskCount()
  const approvals = useApprovalCount()
  const mayPay = useCan('change_payouts')
  return {
    '/site-admin/tasks/': { count: tasks, text: 'nav.waiting.tasks' },
    '/site-admin/approvals/': { count: approvals, text: 'nav.waiting.approvals' },
    '/site-admin/projects/': { count: data?.reviews, text: 'nav.waiting.reviews' },
    '/site-admin/payouts/': { count: mayPay ? data?.payouts_open : undefined, text: 'nav.waiting.payouts' },
    '/site-admin/bank-statements/': { count: data?.lines_to_match, text: 'nav.waiting.lines' },
  }
}

/** Number of the person's long work items under way. */
export const useWorkCount = (): number => useQuery(counts).data?.work ?? 0
