import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'

type Own = { pathname: string; href: string; search: Record<string, string> }

/**
 * The address as long as it is this page's. The router announces the next address while the page before is still on the
 * screen; a page that read its state from it would take the next page's query string for its own.
 */
export function useOwnLocation(): Own {
  const now = useLocation({
    select: ({ pathname, href, search }) => ({ pathname, href, search: search as Record<string, string> }),
    structuralSharing: true,
  })
  const [own, setOwn] = useState<Own>(now)
  if (now !== own && now.pathname === own.pathname) setOwn(now)
  return now.pathname === own.pathname ? now : own
}
