import { QueryClientProvider } from '@tanstack/react-query'
import { configure, render } from '@testing-library/react'
import type { ComponentType, ReactNode } from 'react'
import { queryClient } from '#web/query-client.ts'
import { setPages, startRouter } from '#web/router/navigate.ts'
import type { Page } from '#web/router/pages.ts'
import { CurrentPage } from '#web/shell/CurrentPage.tsx'
import { setTexts } from '#web/texts.ts'
import type { Locale } from '#shared/messages.ts'
import { texts } from '#app/texts.ts'
import type { TextKey } from '#shared/text-keys.ts'
import { text } from '#server/base/texts.ts'
import { polyfillDialogs } from './dialogs.tsx'

polyfillDialogs()
// By default, a wait ends after one second.
configure({ asyncUtilTimeout: 20_000 })

/** Installs the product's texts, as the page loads them. */
export function speak(locale: Locale): void {
  const keys = Object.keys(texts) as TextKey[]
  setTexts(
    locale,
    Object.fromEntries(keys.map((key) => [key, (text as (l: Locale, k: TextKey) => string)(locale, key)])),
  )
}

let stop: (() => void) | undefined

/** Renders something at an address, inside navigation and query cache, in the window's own history. */
export async function show(content: ReactNode, address = '/list/', state: unknown = null) {
  speak('en_US')
  queryClient.clear()
  stop?.()
  const page = at(() => content)
  setPages({ '/list/': page, '/other/': at(() => 'another page') })
  history.replaceState(state, '', address)
  stop = startRouter()
  const screen = render(
    <QueryClientProvider client={queryClient}>
      <CurrentPage frame={({ children }) => children} />
    </QueryClientProvider>,
  )
  return { ...screen, address: () => location.pathname + location.search }
}

/** A page outside the shell with its code loaded. */
export function at(Content: ComponentType): Page {
  return { kind: 'outside', part: { now: () => Content, load: async () => Content } }
}
