import type { ComponentType } from 'react'
import { NetworkError } from './api.ts'
import { loadAllTexts } from './texts.ts'

export type LazyPart<P = object> = {
  now: () => ComponentType<P> | undefined
  /** Loads it; after a failure the next call loads again. Throws NetworkError without a connection. */
  load: () => Promise<ComponentType<P>>
}

/**
 * `lazyPart(() => import('…/ProjectsPage.tsx'), 'ProjectsPage')`. It also loads the texts of all areas; `first` is for
 * entry pages, whose texts are already there.
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
      const parts = () => Promise.all([loaded ? undefined : load(), first ? undefined : loadAllTexts()])
      const [module] = await (loaded ? parts() : loadCode(parts))
      loaded ??= module![name] as ComponentType<PropsOf<M[K]>>
      return loaded
    },
  }
}

/**
 * Loads a code file. Throws NetworkError without a connection: Chromium caches the failure of a code file and never
 * requests it again, so none is requested then. A server on the same machine answers without one.
 */
export async function loadCode<M>(load: () => Promise<M>): Promise<M> {
  if (navigator.onLine === false)
    await fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).catch((error: unknown) => {
      throw new NetworkError('No connection', { cause: error })
    })
  return load()
}

export type PropsOf<C> = C extends ComponentType<infer P> ? P : never
