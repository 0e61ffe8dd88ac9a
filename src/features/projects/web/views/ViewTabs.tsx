import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatInteger } from '#shared/money.ts'
import { q } from '#web/api.ts'
import { useCan } from '#web/profile.tsx'
import { parseSearch, stringifySearch } from '#shared/search-params.ts'
import { useLocation } from '#web/router/page.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { listQueryOf, type ListState, readListState, type SearchParams } from '#shared/lists/list-state.ts'
import { useLocale, useText } from '#web/texts.ts'
import { useIsMobile } from '#web/theme.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconChevronDown, IconUsers } from '#web/ui/icons.ts'
import { lazyPagePart, lazyDialog } from '#web/ui/lazyDialog.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { projectList } from '../../table.ts'
import { productViews } from '../../views/rules.ts'
import { useFittingTabs } from './useFittingTabs.ts'
import type { View } from './view.ts'
import './views.css'
import '#web/table/toolbar/filter-dash.css'

const ViewSheet = lazyDialog(() => import('./ViewSheet.tsx'), 'ViewSheet')
const ViewMenus = lazyPagePart(() => import('./ViewMenus.tsx'), 'ViewMenus')

const list = '/site-admin/projects/'

/** A list state in the form in which a view stores it: search, ordering and filters, canonical. */
function canonicalQuery(state: ListState): string {
  const { exclude_status: _view, ...asked } = listQueryOf(state, projectList, false)
  return stringifySearch(
    Object.fromEntries(Object.entries(asked).sort(([a], [b]) => (a < b ? -1 : 1))),
  ).slice(1)
}

const canonicalQueryOf = (query: string) => canonicalQuery(readListState(parseSearch(query), projectList))

/** True when an address has exactly a view's query. */
export const matchesView = (search: SearchParams, query: string) =>
  canonicalQuery(readListState(search, projectList)) === canonicalQueryOf(query)

const isBuiltIn = ({ slug }: View) => productViews.some(({ key }) => key === slug)

/** The address of a view; its parameters keep stored filters from being applied. */
export const addressOf = ({ slug, query }: Pick<View, 'slug' | 'query'>) =>
  `${list}${stringifySearch({ view: slug, ...parseSearch(query), ...(query === '' && { page: '1' }) })}` as const

/** Visible views and the rest. The current one is always visible and replaces the last that fits. */
function splitAt(views: readonly View[], fits = views.length, current?: View): [View[], View[]] {
  const first = views.slice(0, Math.max(1, fits))
  const shown = current && !first.includes(current) ? [...first.slice(0, -1), current] : first
  return [shown, views.filter((view) => !shown.includes(view))]
}

/** The views of the project list as tabs with live counts; manual changes can be saved. */
export function ViewTabs({ ready }: { ready: boolean }) {
  const t = useText()
  const locale = useLocale()
  const { search } = useLocation()
  const { data } = useQuery({ ...q('GET /api/v4/projects/views/'), enabled: ready })
  const views: readonly View[] =
    data ??
    productViews.map(({ key, title, query }) => ({
      slug: key,
      title: t(title),
      query,
      is_mine: false,
      is_shared: false,
      opens_for: [],
      version: 1,
    }))
  const mayOpen = useCan('change_settings')
  const question = canonicalQuery(readListState(search, projectList))
  const same = views.find((view) => canonicalQueryOf(view.query) === question)
  const current =
    views.find(({ slug }) => slug === search.view) ?? same ?? (search.view ? undefined : views[0])
  const changed = current !== undefined && canonicalQueryOf(current.query) !== question
  const move = (event: React.KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('a')]
    const at = tabs.indexOf(document.activeElement as HTMLElement)
    tabs[(at + step + tabs.length) % tabs.length]?.focus()
  }
  const isOpening =
    mayOpen && data !== undefined && current !== undefined && (current.is_shared || isBuiltIn(current))
  const menus = (changed || current?.is_mine || isOpening) && (
    <ViewMenus
      views={views}
      current={current}
      changed={changed}
      question={question}
      mayOpen={isOpening}
      addressOf={addressOf}
    />
  )
  const mobile = useIsMobile()
  const [choosing, setChoosing] = useState(false)
  const countOf = (view: View) => (view.count == null ? '' : formatInteger(view.count, locale))
  const { row, fits } = useFittingTabs(
    views.map((view) => `${view.title} ${countOf(view)} ${view === current && changed}`).join(),
  )
  const [shown, beyond] = splitAt(views, mobile ? views.length : fits, current)
  if (mobile)
    return (
      <div className="view-tabs">
        <Button
          variant="quiet"
          aria-haspopup="dialog"
          aria-expanded={choosing}
          aria-label={t('project_views.choose', { title: current?.title ?? t('project_views.own') })}
          onClick={() => setChoosing(true)}
        >
          {current?.title ?? t('project_views.own')} <IconChevronDown size={16} stroke={1.8} aria-hidden />
        </Button>
        <span className="figures muted">{current && countOf(current)}</span>
        {changed && <span className="view-changed" aria-hidden />}
        {menus}
        {choosing && (
          <ViewSheet
            views={views.map((view) => ({
              key: view.slug,
              title: view.title,
              count: countOf(view),
              href: addressOf(view),
              isCurrent: view === current,
            }))}
            onClose={() => setChoosing(false)}
          />
        )}
      </div>
    )
  return (
    <div className="view-tabs">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move among its links */}
      <nav className="tabs" aria-label={t('project_views.label')} ref={row} onKeyDown={move}>
        {shown.map((view) => {
          const isCurrent = view === current
          return (
            <PageLink
              key={view.slug}
              href={addressOf(view)}
              tabIndex={isCurrent ? 0 : -1}
              aria-current={isCurrent ? 'page' : undefined}
            >
              {view.is_shared && (
                <>
                  <IconUsers size={14} stroke={1.8} aria-hidden />
                  <span className="visually-hidden">{t('project_views.shared')} </span>
                </>
              )}
              {view.title}{' '}
              {view.count === undefined ? (
                <span className="filter-dash" aria-hidden />
              ) : (
                view.count !== null && <span className="figures">{formatInteger(view.count, locale)}</span>
              )}
              {isCurrent && changed && (
                <>
                  <span className="view-changed" aria-hidden />
                  <span className="visually-hidden"> {t('project_views.changed')}</span>
                </>
              )}
            </PageLink>
          )
        })}
      </nav>
      {beyond.length > 0 && (
        <Menu
          label={t('project_views.others')}
          items={beyond.map((view) => ({
            key: view.slug,
            text: `${view.title} ${countOf(view)}`.trim(),
            href: addressOf(view),
          }))}
        >
          {(trigger) => (
            <Button variant="quiet" size="sm" {...trigger}>
              {t('project_views.others_count', { count: beyond.length })}
            </Button>
          )}
        </Menu>
      )}
      {menus}
    </div>
  )
}
