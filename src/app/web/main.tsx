import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import '#web/styles/theme.css'
// Lists use fields too (search, page size, checkboxes), so their look comes with the first page.
import '#web/form/form.css'
import '#web/styles/forced-colors.css'
import '#web/styles/print.css'
import { isRendered, waitForFirstPaint, consumeInitialData, awaitFirstRows } from '#web/first/start.ts'
import { knownToken } from '#web/api.ts'
import { takeOver } from '#web/profile.tsx'
import { preload, setPages, startRouter } from '#web/router/navigate.ts'
import { watchForNewVersion } from '#web/ui/new-version.ts'
import { firstLocale, loadAllTexts, showLocale } from '#web/texts.ts'
import { followSystem } from '#web/theme.ts'
import { pages } from './pages.ts'
import { App } from './App.tsx'

/** By then the first page's rows are on the screen, and the network is idle. */
const behindMs = 1_500

followSystem()
watchForNewVersion()
setPages(pages)
start().catch((error: unknown) => {
  window.almonerNotLoaded?.()
  throw error
})

/** No top-level `await`: the page's chunk imports this one and would wait for it. */
async function start(): Promise<void> {
  // Texts, the page's code and its rows load in parallel; one render shows them all.
  const profile = consumeInitialData()
  const token = knownToken()
  await Promise.all([
    showLocale(profile?.language ?? firstLocale()),
    preload(location.href),
    awaitFirstRows(),
  ])
  if (profile) await takeOver(profile, token)
  startRouter()
  const root = document.getElementById('root')!
  if (isRendered()) {
    await waitForFirstPaint()
    // The page stays inert until React has hydrated all of it. If rows changed meanwhile, React renders it again.
    hydrateRoot(root, <App />, { onRecoverableError: () => undefined })
  }
  // In pieces, between which the browser can answer a click, instead of one long task.
  else startTransition(() => createRoot(root).render(<App />))
  // After a failure here, each component fetches the texts it needs.
  setTimeout(() => void loadAllTexts().catch(() => undefined), behindMs)
}
