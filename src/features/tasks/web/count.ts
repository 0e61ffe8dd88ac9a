import { useQuery } from '@tanstack/react-query'
import { useCan } from '#web/profile.tsx'
import { mySummary } from './data.ts'

/** Number of my open tasks due by Sunday, overdue ones included; undefined while unknown. */
export function useMyTaskCount(): number | undefined {
  const maySee = useCan('view_reminders')
  const { data } = useQuery({ ...mySummary, enabled: maySee, retry: false })
  return data && data.overdue + data.today + data.week
}
