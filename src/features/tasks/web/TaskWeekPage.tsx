import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { addDays, type Day, dayOf, isDay, showDay } from '#shared/dates.ts'
import { intlTag } from '#shared/messages.ts'
import type { PageAddress } from '#shared/pages.ts'
import { visible } from '#shared/text-direction.ts'
import { q } from '#web/api.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { usePageTitle } from '#web/theme.ts'
import { useLocation } from '#web/router/page.ts'
import { LinkButton } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { IconChevronLeft, IconChevronRight } from '#web/ui/icons.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { ListFailed } from '#web/table/list/ListFailed.tsx'
import type { Task } from '../contract.ts'
import { weekOf } from '../rules.ts'
import { TaskStatus } from './cells.tsx'
import { openTasks } from './open.ts'
import { taskPages, TaskTabs } from './TaskTabs.tsx'
import '#web/table/list/table.css'
import './tasks.css'
import './week.css'

const pageSize = 100

/** Tasks of a week, day by day. The address holds the week and the people: `?day=2026-11-21&whose=all`. */
export function TaskWeekPage() {
  const t = useText()
  const { search } = useLocation()
  const [today] = useState(() => dayOf(new Date()))
  const day = isDay(search.day ?? '') ? search.day! : today
  const all = search.whose === 'all'
  const [monday, sunday] = weekOf(day)
  usePageTitle(t('tasks.week_title'))
  const { data, error, refetch } = useQuery({
    ...q('GET /api/v4/reminders/', {
      query: {
        date_from: monday,
        date_to: sunday,
        ordering: 'scheduled_for',
        page_size: pageSize,
        ...(!all && { assignee: 'me' }),
      },
    }),
    retry: false,
  })
  const address = (to: { day?: Day; whose?: 'all' | 'mine' }): PageAddress => {
    const whose = to.whose ?? (all ? 'all' : 'mine')
    return `${taskPages.week}?day=${to.day ?? day}${whose === 'all' ? '&whose=all' : ''}`
  }
  return (
    <section className="panel list" aria-label={t('tasks.week_title')}>
      <header className="list-head">
        <h1 tabIndex={-1}>{t('tasks.week_title')}</h1>
        <span className="week-range figures">
          {showDay(monday)} – {showDay(sunday)}
        </span>
        <TaskTabs />
        <div className="list-actions">
          <nav className="segmented" aria-label={t('tasks.whose')}>
            <PageLink href={address({ whose: 'mine' })} aria-current={all ? undefined : 'page'}>
              {t('nav.my_tasks')}
            </PageLink>
            <PageLink href={address({ whose: 'all' })} aria-current={all ? 'page' : undefined}>
              {t('tasks.all_tasks')}
            </PageLink>
          </nav>
          <nav className="week-nav" aria-label={t('tasks.week_title')}>
            <WeekArrow to={address({ day: addDays(monday, -7) })} text={t('tasks.previous_week')}>
              <IconChevronLeft size={18} stroke={1.8} aria-hidden />
            </WeekArrow>
            <PageLink className="button default sm" href={address({ day: today })}>
              <span className="button-text">{t('tasks.this_week')}</span>
            </PageLink>
            <WeekArrow to={address({ day: addDays(monday, 7) })} text={t('tasks.next_week')}>
              <IconChevronRight size={18} stroke={1.8} aria-hidden />
            </WeekArrow>
          </nav>
        </div>
      </header>
      {data && data.count > data.results.length && (
        <Callout
          tone="warning"
          action={
            <LinkButton size="sm" to={all ? taskPages.all : taskPages.mine}>
              {t('actions.show_all')}
            </LinkButton>
          }
        >
          {t('tasks.more_in_list', { shown: data.results.length, count: data.count })}
        </Callout>
      )}
      {data?.count === 0 && (
        <p className="week-note muted small">{t(all ? 'tasks.nothing_due' : 'tasks.none_this_week')}</p>
      )}
      {data ? (
        <Week monday={monday} today={today} tasks={data.results} />
      ) : error ? (
        <ListFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
    </section>
  )
}

function WeekArrow({ to, text, children }: { to: PageAddress; text: string; children: ReactNode }) {
  return (
    <PageLink className="icon-button s32" href={to} aria-label={text} title={text}>
      {children}
    </PageLink>
  )
}

function Week({ monday, today, tasks }: { monday: Day; today: Day; tasks: readonly Task[] }) {
  const t = useText()
  const locale = useLocale()
  const weekday = new Intl.DateTimeFormat(intlTag[locale], { weekday: 'short', timeZone: 'UTC' })
  const days = Array.from({ length: 7 }, (_day, at) => addDays(monday, at))
  return (
    <div className="week">
      {days.map((day) => (
        <section key={day} className="week-day" data-today={day === today || undefined}>
          <h2 className="figures" aria-current={day === today ? 'date' : undefined}>
            {weekday.format(new Date(`${day}T00:00:00Z`))} {showDay(day)}
          </h2>
          <ul>
            {tasks
              .filter((task) => task.scheduled_for === day)
              .map((task) => (
                <li key={task.slug}>
                  <button
                    type="button"
                    className="week-task"
                    onClick={() => openTasks(task.target, { task, mode: 'view' })}
                  >
                    {visible(task.title)}
                    <span className="caption muted">{visible(task.target.title)}</span>
                    <span className="week-labels">
                      <TaskStatus task={task} />
                      {task.overdue && <span className="caption task-overdue">{t('tasks.overdue')}</span>}
                    </span>
                  </button>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
