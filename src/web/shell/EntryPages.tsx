import { Fragment } from 'react'
import { PageLink } from '../router/PageLink.tsx'
import { useText } from '../texts.ts'
import { useIsNarrow } from '../theme.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { IconChevronDown, IconPin, IconPinnedOff } from '../ui/icons.ts'
import { Menu, type MenuItem } from '../ui/Menu.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { type NavigationPage, type OfferedEntry, useEntryHere } from './navigation.ts'
import { usePins } from './pins.ts'
import { useWaitingWords, WaitingCount } from './WaitingCount.tsx'

/** The pages of a navigation entry, beside or above each of them: tabs, or a list when there are many. */
export function EntryPages() {
  const here = useEntryHere()
  const narrow = useIsNarrow()
  if (!here) return null
  if (here.entry.look !== 'list') return <EntryTabs {...here} />
  return narrow ? <EntryMenu {...here} /> : <EntryList {...here} />
}

type HereProps = { entry: OfferedEntry; current: NavigationPage }

function EntryTabs({ entry, current }: HereProps) {
  const t = useText()
  return (
    <div className="entry-tabs">
      <Tabs
        label={t.of(entry.text)}
        current={current.to}
        tabs={entry.pages.map((page) => ({
          to: page.to,
          text: t.of(page.text),
          note: <PageCount page={page} />,
        }))}
      />
      <PinButton page={current} />
    </div>
  )
}

/** A tab whose name includes its waiting count. */
function PageCount({ page }: { page: NavigationPage }) {
  const { count, words } = useWaitingWords([page])
  if (!count) return null
  return (
    <>
      <WaitingCount count={count} words={words} />
      <span className="visually-hidden">, {words}</span>
    </>
  )
}

function EntryList({ entry, current }: HereProps) {
  const t = useText()
  return (
    <nav className="entry-list" aria-label={t.of(entry.text)}>
      {entry.pages.map((page) => (
        <Fragment key={page.to}>
          {page.group && <p className="side-title">{t.of(page.group)}</p>}
          <div className="entry-list-row">
            <PageLink
              href={page.to}
              className="side-link"
              aria-current={page === current ? 'page' : undefined}
            >
              {t.of(page.text)}
            </PageLink>
            {page === current && <PinButton page={page} />}
          </div>
        </Fragment>
      ))}
    </nav>
  )
}

/** On narrow screens the list opens above the page. */
function EntryMenu({ entry, current }: HereProps) {
  const t = useText()
  const items = entry.pages.flatMap((page, at): MenuItem[] => [
    ...(page.group && at > 0 ? ['line' as const] : []),
    { key: page.to, text: t.of(page.text), href: page.to, checked: page === current },
  ])
  return (
    <nav className="entry-tabs entry-menu" aria-label={t.of(entry.text)}>
      <Menu label={t.of(entry.text)} items={items} align="start">
        {(trigger) => (
          <Button {...trigger} icon={IconChevronDown}>
            {t.of(current.text)}
          </Button>
        )}
      </Menu>
      <PinButton page={current} />
    </nav>
  )
}

function PinButton({ page }: { page: NavigationPage }) {
  const t = useText()
  const { isPinned, toggle } = usePins()
  const pinned = isPinned(page)
  return (
    <IconButton
      icon={pinned ? IconPinnedOff : IconPin}
      label={t(pinned ? 'nav.unpin' : 'nav.pin', { page: t.of(page.text) })}
      onClick={() => toggle(page)}
    />
  )
}
