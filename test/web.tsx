import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { queryClient } from '#web/query-client.ts'
import { parseSearch, stringifySearch } from '#web/search-params.ts'
import { setTexts } from '#web/texts.ts'
import type { Locale } from '#shared/messages.ts'
import { texts } from '#app/texts.ts'
import type { TextKey } from '#shared/text-keys.ts'
import { text } from '#server/texts.ts'
import { giveDialogs } from './dialogs.tsx'

giveDialogs()

/** Puts the product's texts in place, as the page loads them. */
export function speak(locale: Locale): void {
  const keys = Object.keys(texts) as TextKey[]
  setTexts(
    locale,
    Object.fromEntries(keys.map((key) => [key, (text as (l: Locale, k: TextKey) => string)(locale, key)])),
  )
}

/** Draws something at an address, inside router and query cache; gives the router to read the address from. */
export async function show(content: ReactNode, address = '/list/') {
  speak('en_US')
  queryClient.clear()
  const root = createRootRoute()
  const page = (path: string) => createRoute({ getParentRoute: () => root, path, component: () => content })
  const router = createRouter({
    routeTree: root.addChildren([page('/list/'), page('/other/')]),
    history: createMemoryHistory({ initialEntries: [address] }),
    trailingSlash: 'always',
    defaultNotFoundComponent: () => 'not found',
    parseSearch,
    stringifySearch,
  })
  await router.load()
  const screen = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return { ...screen, router, address: () => router.state.location.href }
}
