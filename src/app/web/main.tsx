import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '#web/theme.css'
// Lists use fields too (search, page size, checkboxes), so their look comes with the first page.
import '#web/form/form.css'
import '#web/forced-colors.css'
import '#web/print.css'
import { queryClient } from '#web/query-client.ts'
import { preloadPage, router } from './router.tsx'
import { watchForNewVersion } from '#web/ui/new-version.ts'
import { firstLocale, showLocale } from '#web/texts.ts'
import { followSystem } from '#web/theme.ts'

followSystem()
watchForNewVersion()
await showLocale(firstLocale())

// The page's code travels beside the question who is signed in, not after the answer.
preloadPage()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
