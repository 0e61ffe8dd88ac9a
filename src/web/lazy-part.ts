import type { ComponentType } from 'react'
import { loadAllTexts } from './texts.ts'

/** A component whose code is loaded when it is needed. */
export type LazyPart<P = object> = {
  /** Its code, once it is here. */
  now: () => ComponentType<P> | undefined
  /** Loads it; what failed is loaded anew the next time. */
  load: () => Promise<ComponentType<P>>
}

/**
 * `lazyPart(() => import('…/ProjectsPage.tsx'), 'ProjectsPage')`. It brings the texts of all areas along; `first` for a page
 * that people begin with, whose texts are there already.
 */
export function lazyPart<M, K extends keyof M>(
  load: () => Promise<M>,
  name: K,
  { first = false } = {},
): LazyPart<PropsOf<M[K]>> {
  let loaded: ComponentType<PropsOf<M[K]>> | undefined
  return {
    now: () => loaded,
    load: async () => {
      const [module] = await Promise.all([loaded ? undefined : load(), first ? undefined : loadAllTexts()])
      loaded ??= module![name] as ComponentType<PropsOf<M[K]>>
      return loaded
    },
  }
}

export type PropsOf<C> = C extends ComponentType<infer P> ? P : never
