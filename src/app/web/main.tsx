import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '#web/styles/theme.css'
// Lists use fields too (search, page size, checkboxes), so their look comes with the first page.
import '#web/form/form.css'
import '#web/styles/forced-colors.css'
import '#web/styles/print.css'
import { takeHandedOver, takeRows } from '#web/first/start.ts'
import { takeOver } from '#web/profile.tsx'
import { queryClient } from '#web/query-client.ts'
import { preload, setPages, startRouter } from '#web/router/navigate.ts'
import { watchForNewVersion } from '#web/ui/new-version.ts'
import { firstLocale, loadAllTexts, showLocale } from '#web/texts.ts'
import { followSystem } from '#web/theme.ts'
import { pages } from './pages.ts'
import { Root } from './Root.tsx'

/** By then the first page's rows are on the screen, and the network is idle. */
const behindMs = 1_500

followSystem()
watchForNewVersion()
setPages(pages)
void start()

/** No top-level `await`: the page's chunk imports this one and would wait for it. */
async function start(): Promise<void> {
  // Texts, the page's code and its rows travel side by side; one drawing shows them all.
  const profile = takeHandedOver()
  await Promise.all([showLocale(profile?.language ?? firstLocale()), preload(location.href), takeRows()])
  if (profile) await takeOver(profile)
  startRouter()
  const root = createRoot(document.getElementById('root')!)
  // In pieces, between which the browser can answer a click, instead of one long task.
  startTransition(() =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <Root />
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
  // After a failure here, each component fetches the texts it needs.
  setTimeout(() => void loadAllTexts().catch(() => undefined), behindMs)
}
