import { useQuery } from '@tanstack/react-query'
import { formatInteger } from '#shared/money.ts'
import { q, type QueryValues } from '#web/api.ts'
import type { Groups, ListHandle } from '#web/table/state/types.ts'
import { useLocale, useText } from '#web/texts.ts'
import type { Task } from '../contract.ts'
import type { TaskGroup } from '../rules.ts'

/** Groups the tasks as overdue, today, this week, later and done, if the list's order allows it. */
export function groupsOf({ query, ready }: ListHandle): Groups<Task> | undefined {
  if (!isByGroup(query)) return undefined
  return {
    of: (task) => task.group,
    heading: (group) => <GroupHeading group={group as TaskGroup} query={query} ready={ready} />,
  }
}

/** True for orderings in which each group is contiguous across pages. */
function isByGroup({ ordering = 'status', status }: QueryValues): boolean {
  const key = String(ordering).replace('-', '')
  if (status === 'done') return false
  return key === 'status' || (key === 'scheduled_for' && status === 'open')
}

type GroupHeadingProps = { group: TaskGroup; query: QueryValues; ready: boolean }

/** Name of a group and the number of its tasks over all pages. */
function GroupHeading({ group, query, ready }: GroupHeadingProps) {
  const t = useText()
  const locale = useLocale()
  const { data } = useQuery({
    ...q('GET /api/v4/reminders/groups/', { query: query as never }),
    enabled: ready,
  })
  return (
    <>
      {t(`tasks.groups.${group}`)}
      <span className="list-group-count figures">{data && formatInteger(data[group], locale)}</span>
    </>
  )
}
