/** The server's build of the page (`dist/prerender`): renders a first page as HTML in a thread of its own. */
import { renderToString } from 'react-dom/server'
import { fillQueries } from '#web/first/start.ts'
import { queryClient } from '#web/query-client.ts'
import { locationOf } from '#web/router/match.ts'
import { preload, setPages, showLoaded } from '#web/router/navigate.ts'
import { loadTexts, setTexts } from '#web/texts.ts'
import type { Prerender } from '#shared/lists/first-page.ts'
import { App } from './App.tsx'
import { pages } from './pages.ts'

setPages(pages)

/** The page at an address for one person and a window's width. Throws when a component cannot be rendered. */
export const prerender: Prerender = async ({ href, initial, rows, width }) => {
  const locale = initial.person.language
  const [texts] = await Promise.all([loadTexts(locale), preload(href)])
  // Nothing is awaited from here to the end, so that these stores never hold two people's data.
  try {
    Object.assign(globalThis, { innerWidth: width })
    setTexts(locale, texts)
    fillQueries([...initial.answers, rows])
    showLoaded(locationOf(href))
    return renderToString(<App />)
  } finally {
    queryClient.clear()
  }
}
