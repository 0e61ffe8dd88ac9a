import { useEffect, useId, useState } from 'react'
import type { PageAddress } from '#shared/pages.ts'
import { useRequestedPath } from '../router/page.ts'
import { PageLink } from '../router/PageLink.tsx'
import { useText } from '../texts.ts'
import { IconButton } from '../ui/Button.tsx'
import {
  type Icon,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconPin,
  IconPinnedOff,
} from '../ui/icons.ts'
import { type NavigationPage, placeOf, useDeferredNavigation, useOfferedEntries } from './navigation.ts'
import { usePins } from './pins.ts'
import { useWaitingWords, WaitingCount } from './WaitingCount.tsx'

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
  /** Folds or unfolds it; absent without a choice. */ onFold?: (() => void) | undefined
}

/** Entries and pinned pages; 236 px wide, or a 60 px rail of icons with names on hover and focus. */
export function Sidebar({ rail = false, onFold }: SidebarProps) {
  const t = useText()
  return (
    <nav className={rail ? 'side rail' : 'side'} aria-label={t('nav.main')}>
      <NavigationLinks rail={rail} />
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

/** The entries, and below them the person's pinned pages. */
export function NavigationLinks({ rail = false }: { rail?: boolean }) {
  const t = useText()
  const id = useId()
  const path = useRequestedPath() ?? ''
  const entries = useOfferedEntries()
  const { pages: pinned, toggle } = usePins()
  const { icons } = useDeferredNavigation(pinned.length > 0)
  const here = placeOf(entries, path)
  return (
    <>
      <ul className="side-group">
        {entries.map((entry) => (
          <li key={entry.text}>
            <SideLink
              to={entry.pages[0].to}
              icon={entry.icon}
              text={t.of(entry.text)}
              pages={entry.pages}
              rail={rail}
              current={entry === here?.entry}
            />
          </li>
        ))}
      </ul>
      {pinned.length > 0 && (
        <div className="side-group">
          <p id={id} className={rail ? 'visually-hidden' : 'side-title'}>
            {t('nav.pinned')}
          </p>
          <ul aria-labelledby={id}>
            {pinned.map((page) => (
              <li key={page.to} className="side-pinned">
                <SideLink
                  to={page.to}
                  icon={icons[page.to] ?? IconPin}
                  text={t.of(page.text)}
                  pages={[page]}
                  rail={rail}
                  current={path === page.to}
                />
                {!rail && (
                  <IconButton
                    icon={IconPinnedOff}
                    label={t('nav.unpin', { page: t.of(page.text) })}
                    onClick={() => toggle(page)}
                  />
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

type SideLinkProps = {
  to: PageAddress
  icon: Icon
  text: string
  /** The pages whose waiting work is counted beside it. */
  pages: readonly NavigationPage[]
  rail: boolean
  current: boolean
}

/** The link's name stays the page's name; the waiting work is its description. */
function SideLink({ to, icon: Icon, text, pages, rail, current }: SideLinkProps) {
  const id = useId()
  const { count, words } = useWaitingWords(pages)
  const [tip, setTip] = useState<{ top: number; left: number }>()
  const show = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    if (!rail) return
    const { top, height, right } = currentTarget.getBoundingClientRect()
    setTip({ top: top + height / 2, left: right })
  }
  const hide = () => setTip(undefined)
  return (
    <>
      <PageLink
        href={to}
        className="side-link"
        aria-current={current ? 'page' : undefined}
        aria-describedby={count > 0 ? id : undefined}
        onMouseEnter={show}
        onMouseLeave={hide}
        onFocusCapture={show}
        onBlurCapture={hide}
      >
        <Icon size={18} stroke={1.7} aria-hidden />
        <span className={rail ? 'visually-hidden' : 'side-text'}>{text}</span>
        <WaitingCount count={count} words={words} />
      </PageLink>
      {count > 0 && (
        <span id={id} hidden>
          {words}
        </span>
      )}
      {rail && tip && <SideTip at={tip} text={words ? `${text} · ${words}` : text} onClose={hide} />}
    </>
  )
}

type SideTipProps = { at: { top: number; left: number }; text: string; onClose: () => void }

/** The name of an icon-only link; Escape hides it. The link has the same name, so it is not announced twice. */
function SideTip({ at, text, onClose }: SideTipProps) {
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && onClose()
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onClose])
  return (
    <div className="side-tip" style={at} aria-hidden>
      {text}
    </div>
  )
}
