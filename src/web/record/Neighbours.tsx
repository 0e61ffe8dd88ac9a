import { navigate } from '../router/navigate.ts'
import { useLocation } from '../router/page.ts'
import { PageLink } from '../router/PageLink.tsx'
import { useShortcut } from '../shortcuts.ts'
import { type Neighbour, useNeighbours } from '../table/state/neighbours.ts'
import { useText } from '../texts.ts'
import { type Icon, IconArrowDown, IconArrowUp } from '../ui/icons.ts'
import { tabAddress } from './RecordTabs.tsx'

type NeighboursProps = { table: string; recordKey: string }

/** A record's position in the list the person came from, with links to its neighbours; K and J do the same. */
export function Neighbours({ table, recordKey }: NeighboursProps) {
  const t = useText()
  const found = useNeighbours(table, recordKey)
  const { search } = useLocation()
  // The same tab of the next record.
  const addressOf = ({ href }: Neighbour) => tabAddress(href, search.tab)
  const go = (to: Neighbour | undefined) => to && void navigate(addressOf(to))
  useShortcut('j', () => go(found?.next))
  useShortcut('k', () => go(found?.previous))
  if (!found) return null
  const { n, count, previous, next } = found
  return (
    <nav className="neighbours" aria-label={t('record.neighbours')}>
      <span className="caption muted figures">{t('record.place', { n, count })}</span>
      <Step
        to={previous}
        href={previous && addressOf(previous)}
        icon={IconArrowUp}
        word={t('record.previous')}
      />
      <Step to={next} href={next && addressOf(next)} icon={IconArrowDown} word={t('record.next')} />
    </nav>
  )
}

type StepProps = {
  to: Neighbour | undefined
  href: Parameters<typeof PageLink>[0]['href'] | undefined
  icon: Icon
  word: string
}

function Step({ to, href, icon: Icon, word }: StepProps) {
  const t = useText()
  const icon = <Icon size={16} stroke={1.8} aria-hidden />
  if (!to || !href)
    return (
      <span className="icon-button s28" aria-disabled="true" role="link" aria-label={word}>
        {icon}
      </span>
    )
  const label = t('actions.named', { action: word, title: to.title })
  return (
    <PageLink className="icon-button s28" href={href} aria-label={label} title={label}>
      {icon}
    </PageLink>
  )
}
