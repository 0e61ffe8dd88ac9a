import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { PageAddress } from '#shared/pages.ts'
import { follow } from '../router/PageLink.tsx'
import { useText } from '../texts.ts'
import type { Icon } from './icons.ts'
import { IconCheck } from './icons.ts'
import { Popover } from './Popover.tsx'

export type MenuItem =
  | 'line'
  | {
      key: string
      text: string
      icon?: Icon
      onSelect?: () => void
      /** A page to open; middle-click and Ctrl-click work. */
      href?: PageAddress
      /** Any address, opened in a new tab. */
      newTab?: string
      danger?: boolean
      /** One of several: shown with a tick, announced as a radio item. */
      checked?: boolean
      /** Name of the missing permission; the item stays focusable and shows it. */
      missing?: string | undefined
      /** Another reason why it is impossible; otherwise the same. */
      whyNot?: string | undefined
    }

type TriggerProps = {
  ref: React.RefObject<HTMLButtonElement | null>
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  'aria-controls': string | undefined
  onClick: () => void
  onKeyDown: (event: React.KeyboardEvent) => void
}
type MenuProps = {
  label: string
  items: readonly MenuItem[] | (() => readonly MenuItem[])
  align?: 'start' | 'end'
  /** Above the items, e.g. the signed-in person. */
  head?: ReactNode
  children: (trigger: TriggerProps) => ReactNode
}

/**
 * A menu button: arrow down and up open it at its ends; arrow keys, Home, End and first letters move, Escape and Tab
 * close, the focus returns to the button.
 */
export function Menu({ label, items, align, head, children }: MenuProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const id = useId()
  const [open, setOpen] = useState<'first' | 'last'>()
  const close = (refocus: boolean) => {
    setOpen(undefined)
    if (refocus) trigger.current?.focus()
  }
  return (
    <>
      {children({
        ref: trigger,
        'aria-haspopup': 'menu',
        'aria-expanded': open !== undefined,
        'aria-controls': open ? id : undefined,
        onClick: () => setOpen(open ? undefined : 'first'),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setOpen(event.key === 'ArrowDown' ? 'first' : 'last')
        },
      })}
      {open && (
        <Popover anchor={trigger} align={align ?? 'end'} onClose={(reason) => close(reason === 'escape')}>
          {head && <div className="menu-head">{head}</div>}
          <Items
            id={id}
            label={label}
            items={typeof items === 'function' ? items() : items}
            from={open}
            close={close}
          />
        </Popover>
      )}
    </>
  )
}

type ItemsProps = {
  id: string
  label: string
  items: readonly MenuItem[]
  /** Where the focus starts, unless an item is ticked. */
  from: 'first' | 'last'
  close: (refocus: boolean) => void
}

function Items({ id, label, items, from, close }: ItemsProps) {
  const list = useRef<HTMLDivElement>(null)
  const all = () => [...(list.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
  useEffect(() => {
    const now = all()
    const checked = now.find((item) => item.getAttribute('aria-checked') === 'true')
    ;(checked ?? (from === 'first' ? now[0] : now.at(-1)))?.focus()
  }, [from])
  const onKeyDown = (event: React.KeyboardEvent) => {
    const now = all()
    const at = now.indexOf(document.activeElement as HTMLElement)
    const target = targetOf(event.key, now, at)
    if (event.key === 'Tab') close(true)
    if (!target) return
    event.preventDefault()
    target.focus()
  }
  return (
    <div
      ref={list}
      id={id}
      className="menu"
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {items.map((item, at) =>
        item === 'line' ? (
          <div key={`line${at}`} className="menu-line" role="separator" />
        ) : (
          <OneItem key={item.key} item={item} close={close} />
        ),
      )}
    </div>
  )
}

function targetOf(key: string, items: HTMLElement[], at: number): HTMLElement | undefined {
  if (key === 'ArrowDown') return items[(at + 1) % items.length]
  if (key === 'ArrowUp') return items[(at - 1 + items.length) % items.length]
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  if (key.length !== 1 || key === ' ') return undefined
  const from = [...items.slice(at + 1), ...items.slice(0, at + 1)]
  return from.find((item) => item.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()))
}

function OneItem({ item, close }: { item: Exclude<MenuItem, 'line'>; close: (refocus: boolean) => void }) {
  const t = useText()
  const { icon: Icon, missing } = item
  const whyNot = item.whyNot ?? (missing && t('actions.needs', { name: missing }))
  const select = () => {
    if (whyNot) return
    close(true)
    item.onSelect?.()
  }
  const content = (
    <>
      {Icon && <Icon size={16} stroke={1.8} aria-hidden />}
      <span>
        {item.text}
        {whyNot && <span className="menu-why">{whyNot}</span>}
      </span>
      {item.checked && <IconCheck className="menu-check" size={16} stroke={2} aria-hidden />}
    </>
  )
  const shared = {
    className: `menu-item ${item.danger ? 'danger' : ''}`,
    role: item.checked === undefined ? 'menuitem' : 'menuitemradio',
    'aria-checked': item.checked,
    'aria-disabled': whyNot ? true : undefined,
    tabIndex: -1,
  } as const
  const href = item.newTab ?? item.href
  if (!href || whyNot)
    return (
      <button type="button" {...shared} onClick={select}>
        {content}
      </button>
    )
  const onClick = (event: React.MouseEvent) => {
    close(true)
    if (item.href && !item.newTab) follow(event, item.href)
  }
  return (
    <a
      {...shared}
      href={href}
      onClick={onClick}
      // A link reacts to Enter by itself; a menu item must react to Space too.
      onKeyDown={(event) => {
        if (event.key !== ' ') return
        event.preventDefault()
        event.currentTarget.click()
      }}
      {...(item.newTab ? { target: '_blank', rel: 'noreferrer' } : {})}
    >
      {content}
    </a>
  )
}
