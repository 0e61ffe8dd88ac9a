import type { RouteParams } from 'regexparam'
import { createContext, useContext } from 'react'
import type { PagePath } from '#shared/pages.ts'
import { useStore } from '../store.ts'
import type { Location } from './match.ts'
import { requestedLocation, type ShownPage } from './navigate.ts'

/** The page on the screen, for its content and the frame. */
export const ShownPageContext = createContext<ShownPage | undefined>(undefined)

function useShownPage(): ShownPage {
  const shown = useContext(ShownPageContext)
  if (!shown) throw new Error('no page is around this')
  return shown
}

/** The address of the page on the screen; it changes together with the page. */
export function useLocation(): Location {
  return useShownPage().location
}

/** The page on the screen as named in `shared/pages.ts`; undefined for an unknown one. */
export function usePagePath(): PagePath | undefined {
  return useShownPage().match?.path as PagePath | undefined
}

/** The parameters of the page's address: `usePageParams('/site-admin/user/:id/update/').id`. */
export function usePageParams<P extends PagePath>(path: P): RouteParams<P> {
  const { match } = useShownPage()
  if (match?.path !== path) throw new Error(`${path} is not the page on the screen`)
  return match.params as RouteParams<P>
}

/** The path requested last, also while its page is loading. */
export function useRequestedPath(): string | undefined {
  return useStore(requestedLocation)?.pathname
}
