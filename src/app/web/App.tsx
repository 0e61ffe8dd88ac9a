import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { queryClient } from '#web/query-client.ts'
import { Root } from './Root.tsx'

/** Everything on the page; the browser and the server render the same. */
export const App = () => (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Root />
    </QueryClientProvider>
  </StrictMode>
)
