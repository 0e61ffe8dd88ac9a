import type { RouteParams } from 'regexparam'
import { createContext, useContext } from 'react'
import type { PagePath } from '#shared/pages.ts'
import { useStore } from '../store.ts'
import type { Location } from './match.ts'
import { askedLocation, type Shown } from './navigate.ts'

/** What is on the screen, for the page and all around it. */
export const ShownContext = createContext<Shown | undefined>(undefined)

function useShown(): Shown {
  const shown = useContext(ShownContext)
  if (!shown) throw new Error('no page is around this')
  return shown
}

/** The address of the page on the screen; that of the next page comes with the next page. */
export function useLocation(): Location {
  return useShown().location
}

/** The page on the screen as `shared/pages.ts` names it; undefined where no page is. */
export function usePagePath(): PagePath | undefined {
  return useShown().match?.path as PagePath | undefined
}

/** What stands in the varying part of the page's address: `usePageParams('/site-admin/user/:id/update/').id`. */
export function usePageParams<P extends PagePath>(path: P): RouteParams<P> {
  const { match } = useShown()
  if (match?.path !== path) throw new Error(`${path} is not the page on the screen`)
  return match.params as RouteParams<P>
}

/** The path that was asked for last, as long as its page is on its way too. */
export function useAskedPath(): string | undefined {
  return useStore(askedLocation)?.pathname
}
