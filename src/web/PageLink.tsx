import { useRouter } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

/**
 * A link to an address of the product known as text. Lighter than the router's Link, so it is the one for table rows;
 * middle-click and Ctrl-click open a tab as usual.
 */
export function PageLink({ href, onClick, ...rest }: ComponentProps<'a'> & { href: string }) {
  const router = useRouter()
  const follow = (event: React.MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey)
      return
    event.preventDefault()
    void router.navigate({ href })
  }
  return <a {...rest} href={href} onClick={follow} />
}
