import { onlineManager, QueryClient } from '@tanstack/react-query'
import { isProblem } from './problem.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The event stream says when something changed; until then what we have is right, and back is instant.
      staleTime: 5 * 60_000,
      gcTime: 30 * 60_000,
      refetchOnWindowFocus: false,
      networkMode: 'offlineFirst',
      // Without a connection a second try would wait for it, and nobody would be told; when it is back all is asked anew.
      retry: (failures, error) => failures < 2 && navigator.onLine && !(isProblem(error) && error.status < 500),
    },
    mutations: { networkMode: 'offlineFirst' },
  },
})

// It takes a connection for granted until it hears otherwise; a page that was opened without one hears only that it is back.
if (navigator.onLine === false) onlineManager.setOnline(false)
