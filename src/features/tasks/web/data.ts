import { queryOptions } from '@tanstack/react-query'
import { api, q } from '#web/api.ts'
import { useProfile } from '#web/profile.tsx'
import type { Task } from '../contract.ts'
import { mayAdd } from '../rules.ts'
import type { TaskTarget } from './open.ts'

const pageSize = 100

/** All tasks of one target: open ones by due date, done ones last. */
export function tasksOf(target: TaskTarget) {
  const query = { target_type: target.type, target_id: target.id, page_size: pageSize }
  return queryOptions({
    queryKey: ['GET /api/v4/reminders/', 'whole', query],
    queryFn: async ({ signal }) => {
      const tasks: Task[] = []
      for (let page = 1; ; page++) {
        const answer = await api('GET /api/v4/reminders/', { query: { ...query, page }, signal })
        tasks.push(...answer.results)
        if (page >= answer.total_pages) return tasks
      }
    },
  })
}

export const templateChoices = q('GET /api/v4/reminders/templates/', { query: { page_size: pageSize } })

export const staffChoices = { ...q('GET /api/v4/users/staff/'), staleTime: 60_000 }

export function useMayAdd(): boolean {
  const profile = useProfile()
  return profile !== undefined && mayAdd(profile)
}

/** Number of my open tasks: overdue, due today, and due by Sunday. */
export const mySummary = { ...q('GET /api/v4/reminders/summary/'), staleTime: 60_000 }
