import type { ReactNode } from 'react'
import { useAllowed, useProfile } from '#web/profile.tsx'
import { useText } from '#web/texts.ts'
import { usePageTitle } from '#web/theme.ts'
import { LinkButton } from '#web/ui/Button.tsx'
import { IconLayoutDashboard } from '#web/ui/icons.ts'
import { Message } from '#web/ui/states.tsx'
import { Segmented } from '#web/ui/Tabs.tsx'
import { changeSearch } from '#web/router/navigate.ts'
import { useLocation } from '#web/router/page.ts'
import { hasAnyRight } from '#shared/permissions.ts'
import { defaultPeriod, type Period, periods } from '../rules.ts'
import {
  permissionOf,
  useDueTasks,
  useFailedEmails,
  useFunding,
  useOverdue,
  useProjects,
  useWaiting,
} from './data.ts'
import { EmailsCard } from './EmailsCard.tsx'
import { Figures } from './Figures.tsx'
import { FinancingCard } from './FinancingCard.tsx'
import { lazyPagePart } from '#web/ui/lazyDialog.tsx'
import { FundingCard } from './FundingCard.tsx'
import { MyTasksCard } from './MyTasksCard.tsx'
import { NeedsReviewCard } from './NeedsReviewCard.tsx'
import { NextCard } from './NextCard.tsx'
import './dashboard.css'
import './first-steps.css'

const FirstSteps = lazyPagePart(() => import('./FirstSteps.tsx'), 'FirstSteps', FirstStepsSkeleton)

/**
 * The start page: waiting items, then figures and cards by the person's rights. Without any of these rights it suggests other
 * pages.
 */
export function DashboardPage() {
  const t = useText()
  const allowed = useAllowed()
  const title = t('nav.dashboard')
  usePageTitle(title)
  const waiting = useWaiting()
  const maySee = waiting.allowed || Object.values(permissionOf).some(allowed)
  return maySee ? <Dashboard title={title} /> : <NothingToSee title={title} />
}

/** Reserves the space of the first steps while their code loads, to avoid a layout shift. */
function FirstStepsSkeleton() {
  return (
    <div className="card first-steps" aria-hidden>
      <div className="first-steps-head" />
      <ol>
        {[1, 2, 3, 4].map((step) => (
          <li key={step} />
        ))}
      </ol>
    </div>
  )
}

function Dashboard({ title }: { title: string }) {
  const t = useText()
  const profile = useProfile()
  const { period, asTable, show } = useDashboardView()
  const mayFund = useAllowed()(permissionOf.funding)
  const waiting = useWaiting()
  const funding = useFunding(period)
  const projects = useProjects()
  const tasks = useDueTasks()
  const overdue = useOverdue()
  const emails = useFailedEmails()
  return (
    <div className="page dashboard">
      <header className="page-head">
        <h1 tabIndex={-1}>{title}</h1>
        {mayFund && (
          <Segmented
            label={t('dashboard.period')}
            value={period}
            options={periods.map((value) => ({ value, text: t(`dashboard.periods.${value}`) }))}
            onChange={(next) => show({ period: next, asTable })}
          />
        )}
      </header>
      {profile?.first_steps && <FirstSteps profile={profile} taken={profile.first_steps} />}
      {waiting.allowed && <NextCard waiting={waiting} />}
      <Figures period={period} funding={funding} projects={projects} tasks={tasks} overdue={overdue} />
      <Cards
        wide={[
          funding.allowed && (
            <FundingCard
              key="funding"
              funding={funding}
              asTable={asTable}
              onSwitch={() => show({ period, asTable: !asTable })}
            />
          ),
          projects.allowed && <NeedsReviewCard key="reviews" projects={projects} />,
        ]}
        narrow={[
          tasks.allowed && <MyTasksCard key="tasks" tasks={tasks} />,
          projects.allowed && <FinancingCard key="financing" projects={projects} />,
          emails.allowed && <EmailsCard key="emails" emails={emails} />,
        ]}
      />
    </div>
  )
}

type CardsProps = { wide: (false | ReactNode)[]; narrow: (false | ReactNode)[] }

/** Cards in a wide and a narrow column; side by side if one column is empty. */
function Cards({ wide, narrow }: CardsProps) {
  const [left, right] = [wide.filter(Boolean), narrow.filter(Boolean)]
  if (left.length === 0 || right.length === 0) return <div className="dash-few">{[...left, ...right]}</div>
  return (
    <div className="dash-columns">
      <div className="stack">{left}</div>
      <div className="stack">{right}</div>
    </div>
  )
}

type DashboardView = { period: Period; asTable: boolean }

/** Period and chart or table, stored in the address; unknown values become the default. */
function useDashboardView(): DashboardView & { show: (next: DashboardView) => void } {
  const { search } = useLocation()
  return {
    period: periods.find((period) => period === search.period) ?? defaultPeriod,
    asTable: search.view === 'table',
    show: ({ period, asTable }) =>
      changeSearch(
        { period: period === defaultPeriod ? undefined : period, view: asTable ? 'table' : undefined },
        { replace: true },
      ),
  }
}

function NothingToSee({ title }: { title: string }) {
  const t = useText()
  const profile = useProfile()
  const hasRights = profile !== undefined && hasAnyRight(profile)
  return (
    <div className="page dashboard">
      <header className="page-head">
        <h1 tabIndex={-1}>{title}</h1>
      </header>
      <Message
        icon={IconLayoutDashboard}
        title={t(hasRights ? 'dashboard.no_parts' : 'dashboard.no_rights')}
        action={<LinkButton to="/site-admin/profile/">{t('nav.profile')}</LinkButton>}
      >
        {t(hasRights ? 'dashboard.no_parts_text' : 'dashboard.no_rights_text')}
      </Message>
    </div>
  )
}
