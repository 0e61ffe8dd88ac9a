import { useLocation } from '#web/router/page.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { useText } from '#web/texts.ts'
import { EmptyState, NoMatches } from '#web/ui/states.tsx'
import { productViews } from '../../views/rules.ts'
import { addressOf, matchesView } from './ViewTabs.tsx'

/** Views suggested instead, by view. */
const instead = {
  needs_review: 'all',
  mine: 'nobodys',
  nobodys: 'needs_review',
  overdue: 'needs_review',
  proof_ends: 'all',
} as const

/** No project matches: an empty built-in view explains itself and suggests the next step. */
export function EmptyView({ onClear }: { onClear: () => void }) {
  const t = useText()
  const { search } = useLocation()
  const view = productViews.find(({ query }) => matchesView(search, query))
  if (!view || view.key === 'all') return <NoMatches title={t('projects.none_match')} onClear={onClear} />
  const next = productViews.find(({ key }) => key === instead[view.key])!
  return (
    <EmptyState
      title={t(`view_empty.${view.key}`)}
      action={
        <PageLink className="button" href={addressOf({ slug: next.key, query: next.query })}>
          {t('view_empty.show', { title: t(next.title) })}
        </PageLink>
      }
    >
      {t(`view_empty.${view.key}_hint`)}
    </EmptyState>
  )
}
