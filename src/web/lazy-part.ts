import type { ComponentType } from 'react'

/** A component whose code is loaded when it is needed. */
export type LazyPart<P = object> = {
  /** Its code, once it is here. */
  now: () => ComponentType<P> | undefined
  /** Loads it; what failed is loaded anew the next time. */
  load: () => Promise<ComponentType<P>>
}

/** `lazyPart(() => import('…/ProjectsPage.tsx'), 'ProjectsPage')` */
export function lazyPart<M, K extends keyof M>(load: () => Promise<M>, name: K): LazyPart<PropsOf<M[K]>> {
  let loaded: ComponentType<PropsOf<M[K]>> | undefined
  return {
    now: () => loaded,
    load: async () => {
      loaded ??= (await load())[name] as ComponentType<PropsOf<M[K]>>
      return loaded
    },
  }
}

export type PropsOf<C> = C extends ComponentType<infer P> ? P : never
