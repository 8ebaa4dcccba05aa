import { QueryClient } from '@tanstack/react-query'
import { isProblem } from './problem.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The event stream says when something changed; until then what we have is right, and back is instant.
      staleTime: 5 * 60_000,
      gcTime: 30 * 60_000,
      refetchOnWindowFocus: false,
      networkMode: 'offlineFirst',
      retry: (failures, error) => failures < 2 && !(isProblem(error) && error.status < 500),
    },
    mutations: { networkMode: 'offlineFirst' },
  },
})
