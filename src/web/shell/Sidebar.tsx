import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { formatInteger } from '#shared/money.ts'
import { q } from '../api.ts'
import { isOffered, type Navigation, type NavigationItem, useNavigation } from './navigation.ts'
import { useAskedPath } from '../router/page.ts'
import { PageLink } from '../router/PageLink.tsx'
import { useAllowed } from '../profile.tsx'
import { useLocale, useText } from '../texts.ts'
import { IconButton } from '../ui/Button.tsx'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '../ui/icons.ts'

/** The product's mark, a link to the start page. */
export function Brand() {
  return (
    <PageLink href="/site-admin/" className="brand">
      <svg width="26" height="26" viewBox="0 0 26 26" aria-hidden>
        <rect width="26" height="26" rx="7" className="brand-box" />
        <path d="M7.5 18.5 13 7.5l5.5 11M10.4 18.2 13 15.6l2.6 2.6" className="brand-line" />
      </svg>
      <span>Almoner</span>
    </PageLink>
  )
}

type SidebarProps = {
  rail?: boolean
  /** Folds it, or unfolds it; absent where there is no choice. */ onFold?: (() => void) | undefined
}

/** The groups of pages; 236 px wide, or a 60 px rail of icons with tooltips. */
export function Sidebar({ rail = false, onFold }: SidebarProps) {
  const t = useText()
  return (
    <nav className={rail ? 'side rail' : 'side'} aria-label={t('nav.main')}>
      <NavigationGroups rail={rail} />
      {onFold && (
        <div className="side-fold">
          <IconButton
            icon={rail ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse}
            label={t(rail ? 'nav.unfold' : 'nav.fold')}
            onClick={onFold}
          />
        </div>
      )}
    </nav>
  )
}

export function NavigationGroups({ rail = false }: { rail?: boolean }) {
  const allowed = useAllowed()
  const navigation = useNavigation()
  const path = useAskedPath() ?? ''
  const current = currentItem(navigation, path)
  const groups = navigation.map((group) => ({
    ...group,
    items: group.items.filter((item) => isOffered(item, allowed)),
  }))
  return groups
    .filter((group) => group.items.length > 0)
    .map((group, at) => <Group key={group.group ?? at} {...group} rail={rail} current={current} />)
}

type GroupProps = Navigation[number] & { rail: boolean; current: NavigationItem | undefined }

function Group({ group, items, rail, current }: GroupProps) {
  const t = useText()
  const id = useId()
  return (
    <div className="side-group">
      {group && (
        <p id={id} className={rail ? 'visually-hidden' : 'side-title'}>
          {t.of(group)}
        </p>
      )}
      <ul aria-labelledby={group ? id : undefined}>
        {items.map((item) => (
          <li key={item.to}>
            <Entry item={item} rail={rail} current={item === current} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const startsOf = (item: NavigationItem) => [item.to, ...(item.also ?? [])]

/** The entry whose address is the longest beginning of this one. */
function currentItem(navigation: Navigation, path: string): NavigationItem | undefined {
  const found = navigation
    .flatMap((group) => group.items)
    .flatMap((item) =>
      startsOf(item)
        .filter((start) => (item.exact ? path === start : path.startsWith(start)))
        .map((start) => ({ item, length: start.length })),
    )
  return found.sort((a, b) => b.length - a.length)[0]?.item
}

const noCount = () => undefined

function Entry({ item, rail, current }: { item: NavigationItem; rail: boolean; current: boolean }) {
  const t = useText()
  const { icon: Icon, useCount = noCount } = item
  const count = useCount()
  const text = t.of(item.text)
  return (
    <PageLink
      href={item.to}
      className="side-link"
      aria-current={current ? 'page' : undefined}
      title={rail ? text : undefined}
    >
      <Icon size={18} stroke={1.7} aria-hidden />
      <span className={rail ? 'visually-hidden' : undefined}>{text}</span>
      {item.count && <NavigationCount count={item.count} />}
      <Count number={count} loud />
    </PageLink>
  )
}

// Handed over with the page; what changes records asks again.
const counts = { ...q('GET /api/v4/counts/'), staleTime: 60_000, retry: false }

/** How many records wait behind an entry; a dot on the rail. Missing while it is not known: it is no reason to wait. */
function NavigationCount({ count }: { count: NonNullable<NavigationItem['count']> }) {
  const { data } = useQuery(counts)
  return <Count number={data?.[count]} />
}

/** Things to do are loud; on the rail they are a dot. The link's name stays the page's name. */
function Count({ number, loud }: { number: number | undefined; loud?: boolean }) {
  const locale = useLocale()
  if (!number) return null
  return (
    <span className="side-count figures" aria-hidden data-loud={loud || undefined}>
      {formatInteger(number, locale)}
    </span>
  )
}
