import { createContext, useContext } from 'react'
import type { PageAddress } from '#shared/pages.ts'
import type { Permission } from '#shared/permissions.ts'
import type { Answer } from '../api.ts'
import type { TextKey } from '../texts.ts'
import type { Icon } from '../ui/icons.ts'

export type NavigationItem = {
  to: PageAddress
  text: TextKey
  icon: Icon
  /** Entries without view permission are absent. */
  permission?: Permission
  /** Or with any one of these. */
  anyOf?: readonly Permission[]
  /** Second key after `g` (design: keyboard). */
  key?: string
  /** Which of the counts stands quietly beside the entry: of what waits there, never of all there is. */
  count?: keyof Answer<'GET /api/v4/counts/'>
  /** Other addresses under which this entry is the current one. */
  also?: readonly string[]
  /** Current only under its own address, not under those that begin with it. */
  exact?: boolean
  /** A hook: how many things wait there, shown in the warning colour; undefined or 0 shows nothing. */
  useCount?: () => number | undefined
}

/** The groups of the navigation, as the shell is handed them. */
export type Navigation = readonly { group?: TextKey; items: readonly NavigationItem[] }[]

/** True when the entry is there for a person. */
export function isOffered(item: NavigationItem, allowed: (permission: Permission) => boolean): boolean {
  if (item.anyOf) return item.anyOf.some(allowed)
  return !item.permission || allowed(item.permission)
}

/** A page on which something begins, offered in the palette wherever one is. */
export type StartingPoint = {
  to: PageAddress
  text: TextKey
  icon: Icon
  permission: Permission
}

export type LoadStarts = () => Promise<readonly StartingPoint[]>
export const StartingPointsContext = createContext<LoadStarts>(() => Promise.resolve([]))

export const NavigationContext = createContext<Navigation>([])

export function useNavigation(): Navigation {
  return useContext(NavigationContext)
}
