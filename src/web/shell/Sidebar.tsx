import { useLocation } from '@tanstack/react-router'
import { useId } from 'react'
import { navigation, type NavigationItem } from '../navigation.ts'
import { PageLink } from '../PageLink.tsx'
import { useAllowed } from '../profile.tsx'
import { useText } from '../texts.ts'

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

/** The groups of pages; 236 px wide, or a 60 px rail of icons with tooltips. */
export function Sidebar({ rail = false }: { rail?: boolean }) {
  const t = useText()
  return (
    <nav className={rail ? 'side rail' : 'side'} aria-label={t('nav.main')}>
      <NavigationGroups rail={rail} />
    </nav>
  )
}

export function NavigationGroups({ rail = false }: { rail?: boolean }) {
  const allowed = useAllowed()
  const path = useLocation({ select: (location) => location.pathname })
  const groups = navigation.map((group) => ({
    ...group,
    items: group.items.filter((item) => !item.permission || allowed(item.permission)),
  }))
  return groups
    .filter((group) => group.items.length > 0)
    .map((group, at) => <Group key={group.group ?? at} {...group} rail={rail} path={path} />)
}

type GroupProps = (typeof navigation)[number] & { rail: boolean; path: string }

function Group({ group, items, rail, path }: GroupProps) {
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
            <Entry item={item} rail={rail} current={item === currentItem(path)} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const allItems = navigation.flatMap((group) => group.items)
const startsOf = (item: NavigationItem) => [item.to, ...(item.also ?? [])]

/** The entry whose address is the longest beginning of this one. */
function currentItem(path: string): NavigationItem | undefined {
  const found = allItems.flatMap((item) =>
    startsOf(item)
      .filter((start) => path.startsWith(start))
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
      {count !== undefined && count > 0 && (
        <span className="side-count figures">
          <span className={rail ? 'visually-hidden' : undefined}>{count.toLocaleString()}</span>
        </span>
      )}
    </PageLink>
  )
}
