import { useText } from '#web/texts.ts'
import { useLocation } from '#web/router/page.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import './tasks.css'

export const taskPages = {
  mine: '/site-admin/tasks/',
  all: '/site-admin/tasks/all/',
  week: '/site-admin/tasks/week/',
} as const

/** Tabs that lead to three pages: mine, all, week. */
export function TaskTabs() {
  const t = useText()
  return (
    <Tabs
      look="segmented"
      label={t('tasks.view')}
      tabs={[
        { to: taskPages.mine, text: t('tasks.mine') },
        { to: taskPages.all, text: t('tasks.all') },
        { to: taskPages.week, text: t('tasks.week') },
      ]}
    />
  )
}

/** The most common filters as links. */
export function QuickFilters() {
  const t = useText()
  const { search } = useLocation()
  const current = new URLSearchParams({
    ...(search.status && { status: search.status }),
    ...(search.due && { due: search.due }),
  }).toString()
  const filters = [
    { query: 'status=open', text: t('tasks.open') },
    { query: 'status=open&due=today', text: t('tasks.due_today') },
    { query: 'status=open&due=overdue', text: t('tasks.due_overdue') },
    { query: 'status=done', text: t('tasks.done') },
  ]
  return (
    <nav className="segmented task-quick" aria-label={t('tasks.quick')}>
      {filters.map(({ query, text }) => (
        <PageLink
          key={query}
          href={`?${query}${search.assignee_id ? `&assignee_id=${search.assignee_id}` : ''}`}
          aria-current={current === query ? 'page' : undefined}
        >
          {text}
        </PageLink>
      ))}
    </nav>
  )
}
