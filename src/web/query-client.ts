import { QueryClient } from '@tanstack/react-query'

/** The cache of everything read from the server. A refusal is final; only a gateway error is retried once. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      gcTime: 10 * 60_000,
      // An offline read fails at once with a message instead of waiting silently.
      networkMode: 'always',
      retry: (count, error) => count < 1 && 'status' in error && [502, 504].includes(Number(error.status)),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
