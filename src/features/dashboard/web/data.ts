import { keepPreviousData, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import type { PageAddress } from '#shared/pages.ts'
import type { Permission } from '#shared/permissions.ts'
import { type Answer, q } from '#web/api.ts'
import { useCan, useProfile } from '#web/profile.tsx'
import { stringifySearch } from '#shared/search-params.ts'
import { mySummary } from '#features/tasks/web/data.ts'
import { dueTasks, failedEmails, type projectLists } from '../lists.ts'
import type { Period } from '../rules.ts'
import { mayWaitFor, waitingKinds } from '../waiting.ts'

export type Waiting = Answer<'GET /api/v4/dashboard/waiting/'>
export type Funding = Answer<'GET /api/v4/dashboard/funding/'>
export type Projects = Answer<'GET /api/v4/dashboard/projects/'>
export type DueTasks = Answer<'GET /api/v4/reminders/'>
export type FailedEmails = Answer<'GET /api/v4/emails/'>

export const permissionOf = {
  funding: 'view_statistics',
  projects: 'view_projects',
  tasks: 'view_reminders',
  emails: 'view_emails',
} as const satisfies Record<string, Permission>

/** One part of the page: not allowed, loading, failed, or loaded. */
export type Part<T> = {
  allowed: boolean
  data: T | undefined
  error: Error | null
  retry: () => void
}

function usePart<T>(permission: Permission, options: UseQueryOptions<T>): Part<T> {
  const allowed = useCan(permission)
  const { data, error, refetch } = useQuery({ ...options, enabled: allowed })
  return { allowed, data, error, retry: () => void refetch() }
}

// The options' type contains the query key; a part only needs the result type.
const plain = <T>(options: unknown) => options as UseQueryOptions<T>

/** Waiting items of the person; fetched if they have a right to any kind. */
export function useWaiting(): Part<Waiting> {
  const profile = useProfile()
  const allowed = profile !== undefined && waitingKinds.some((kind) => mayWaitFor(profile, kind))
  const { data, error, refetch } = useQuery({ ...q('GET /api/v4/dashboard/waiting/'), enabled: allowed })
  return { allowed, data, error, retry: () => void refetch() }
}

/** Funding in a period; the previous one stays while another loads. */
export function useFunding(period: Period): Part<Funding> {
  const call = q('GET /api/v4/dashboard/funding/', { query: { period } })
  return usePart(permissionOf.funding, plain<Funding>({ ...call, placeholderData: keepPreviousData }))
}

export function useProjects(): Part<Projects> {
  return usePart(permissionOf.projects, plain<Projects>(q('GET /api/v4/dashboard/projects/')))
}

/** My open tasks due by Sunday, the most urgent first; their count is the figure. */
export function useDueTasks(): Part<DueTasks> {
  const query = { ...dueTasks, assignee: 'me', ordering: 'scheduled_for', page_size: 10 }
  return usePart(permissionOf.tasks, plain<DueTasks>(q('GET /api/v4/reminders/', { query })))
}

/** Number of my overdue tasks; undefined while unknown. */
export function useOverdue(): number | undefined {
  const allowed = useCan(permissionOf.tasks)
  return useQuery({ ...mySummary, enabled: allowed }).data?.overdue
}

export function useFailedEmails(): Part<FailedEmails> {
  const query = { ...failedEmails, page_size: 10 }
  return usePart(permissionOf.emails, plain<FailedEmails>(q('GET /api/v4/emails/', { query })))
}

/** Address of the project list that a figure counts. */
export function projectsAddress(query: (typeof projectLists)[keyof typeof projectLists]): PageAddress {
  return `/site-admin/projects/${stringifySearch(query)}`
}

export const tasksAddress: PageAddress = `/site-admin/tasks/${stringifySearch(dueTasks)}`
export const emailsAddress: PageAddress = `/site-admin/emails/${stringifySearch(failedEmails)}`
