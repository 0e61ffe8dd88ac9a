import { useEffect } from 'react'
import { appearanceKey, readStored, writeStored } from './storage.ts'
import { createStore, useStore } from './store.ts'

export const appearances = ['system', 'light', 'dark'] as const
export type Appearance = (typeof appearances)[number]

const stored = appearances.find((appearance) => appearance === readStored(appearanceKey))
const appearance = createStore<Appearance>(stored ?? 'system')

const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)')

function paint(): void {
  const chosen = appearance.get()
  const dark = chosen === 'dark' || (chosen === 'system' && systemIsDark().matches)
  document.documentElement.dataset.colorScheme = dark ? 'dark' : 'light'
}

/** Follows the system or the person's choice; the choice is stored for the next visit's first paint. */
export function showAppearance(chosen: Appearance): void {
  appearance.set(chosen)
  writeStored(appearanceKey, chosen === 'system' ? undefined : chosen)
  paint()
}

/** Repaints when the system changes between light and dark. */
export function followSystem(): void {
  paint()
  systemIsDark().addEventListener('change', paint)
}

export function useAppearance(): Appearance {
  return useStore(appearance)
}

/** Width classes of the specification (§9) and the full sidebar from 1200 px. */
export type Breakpoint = 'mobile' | 'tablet' | 'desktop' | 'wide'

/** Widths use the person's text size, as the media queries of the built styles do (vite/rem.ts). */
function measure(): Breakpoint {
  const textSize = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  const width = (window.innerWidth * 16) / textSize
  if (width < 768) return 'mobile'
  if (width < 992) return 'tablet'
  return width < 1200 ? 'desktop' : 'wide'
}

const breakpoint = createStore<Breakpoint>('wide')
let timer: ReturnType<typeof setTimeout> | undefined

function watchWidth(): void {
  breakpoint.set(measure())
  addEventListener('resize', () => {
    clearTimeout(timer)
    timer = setTimeout(() => breakpoint.set(measure()), 200)
  })
}
if (typeof window !== 'undefined') watchWidth()

/** The current width class, at most one change per 200 ms of resizing. */
export function useBreakpoint(): Breakpoint {
  return useStore(breakpoint)
}

/** True below 768 px: cards instead of tables, bulk bar at the bottom. */
export function useIsMobile(): boolean {
  return useBreakpoint() === 'mobile'
}

/** True below 992 px: drawer navigation, filters in a drawer. */
export function useIsNarrow(): boolean {
  const now = useBreakpoint()
  return now === 'mobile' || now === 'tablet'
}

export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · Almoner` : 'Almoner'
  }, [title])
}
