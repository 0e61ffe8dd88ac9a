import type { ComponentProps, MouseEvent } from 'react'
import type { PageAddress } from '#shared/pages.ts'
import { visible } from '#shared/text-direction.ts'
import { navigate, cancelPreload, schedulePreload } from './navigate.ts'

export type PageLinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: PageAddress }

/** A link to a page of the product, often a record's title; its code is preloaded on hover or focus. */
export function PageLink({ href, onClick, children, ...rest }: PageLinkProps) {
  const preload = () => schedulePreload(href)
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        follow(event, href)
      }}
      onPointerEnter={preload}
      onPointerLeave={cancelPreload}
      onFocus={preload}
      onBlur={cancelPreload}
    >
      {typeof children === 'string' ? visible(children) : children}
    </a>
  )
}

/** Opens the address here, unless the click was meant for a tab, a window or a file, or was already handled. */
export function follow(event: MouseEvent, href: PageAddress): void {
  const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0
  if (event.defaultPrevented || elsewhere) return
  event.preventDefault()
  void navigate(href)
}
