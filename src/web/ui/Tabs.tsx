import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { PageAddress } from '#shared/pages.ts'
import { useLocation } from '../router/page.ts'
import { PageLink } from '../router/PageLink.tsx'
import { IconAlertCircleFilled } from './icons.ts'
import './ui.css'

type TabsProps = {
  label: string
  tabs: readonly { to: PageAddress; text: string; note?: ReactNode }[]
  look?: 'tabs' | 'segmented'
  /** The tab of the page on the screen; by default that of its address. */
  current?: PageAddress
}

/** Tabs that are separate pages: each is a link, and the current one is announced. */
export function Tabs({ label, tabs, look = 'tabs', current }: TabsProps) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const marked = current ?? pathname
  // Keeps the current tab visible when the tabs overflow.
  useEffect(() => {
    const tab = nav.current?.querySelector('[aria-current="page"]')
    const reveal = () => tab?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
    // On the next frame: at once, the browser would lay out the whole page a second time.
    const frame = requestAnimationFrame(() => {
      reveal()
      // Fonts that come later change the tabs' widths.
      if (document.fonts?.status === 'loading') void document.fonts.ready.then(reveal)
    })
    return () => cancelAnimationFrame(frame)
  }, [marked])
  return (
    <nav ref={nav} className={look} aria-label={label}>
      {tabs.map((tab) => (
        <PageLink key={tab.to} href={tab.to} aria-current={tab.to === marked ? 'page' : undefined}>
          {tab.text}
          {tab.note}
        </PageLink>
      ))}
    </nav>
  )
}

type SegmentedProps<V extends string> = {
  label: string
  value: V
  options: readonly { value: V; text: string }[]
  onChange: (value: V) => void
}

/** A choice of two to five options that applies at once. */
export function Segmented<V extends string>({ label, value, options, onChange }: SegmentedProps<V>) {
  return (
    <div className="segmented" role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.text}
        </button>
      ))}
    </div>
  )
}

type PanelTabsProps<V extends string> = {
  label: string
  value: V
  /** `problem` marks a tab that hides a problem; it is announced with the tab's name. */
  tabs: readonly { value: V; text: string; problem?: string | undefined }[]
  onChange: (value: V) => void
  children: ReactNode
}

/** Tabs over one panel of the same page: arrow keys, Home and End move and open. */
export function PanelTabs<V extends string>({ label, value, tabs, onChange, children }: PanelTabsProps<V>) {
  const id = useId()
  const onKeyDown = (event: React.KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex((tab) => tab.value === value)
    const last = tabs.length - 1
    const next = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    onChange(tabs[next]!.value)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            id={`${id}-${tab.value}`}
            type="button"
            role="tab"
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
          >
            {tab.text}
            {tab.problem && (
              <>
                {' '}
                <IconAlertCircleFilled size={14} aria-hidden />
                <span className="visually-hidden">{tab.problem}</span>
              </>
            )}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  )
}
