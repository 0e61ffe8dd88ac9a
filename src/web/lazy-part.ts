import type { ComponentType } from 'react'
import { NetworkError } from './api.ts'
import { loadAllTexts } from './texts.ts'

/** A component whose code is loaded when it is needed. */
export type LazyPart<P = object> = {
  /** Its code, once it is here. */
  now: () => ComponentType<P> | undefined
  /** Loads it; what failed is loaded anew the next time. Throws NetworkError where there is no connection. */
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
      if (!loaded && !navigator.onLine) await answered()
      const [module] = await Promise.all([loaded ? undefined : load(), first ? undefined : loadAllTexts()])
      loaded ??= module![name] as ComponentType<PropsOf<M[K]>>
      return loaded
    },
  }
}

/**
 * Chromium remembers that a file of code did not come, and never asks for it again: without a connection it is not asked. A
 * server on the same machine answers without one.
 */
async function answered(): Promise<void> {
  await fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).catch((error: unknown) => {
    throw new NetworkError('No connection', { cause: error })
  })
}

export type PropsOf<C> = C extends ComponentType<infer P> ? P : never
