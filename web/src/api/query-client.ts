import { MutationCache, onlineManager, QueryClient } from '@tanstack/react-query'
import { fieldErrors } from './field-errors.ts'
import { isProblem } from './problem.ts'
import { showProblem } from './show-message.ts'

export const queryClient = new QueryClient({
  mutationCache: new MutationCache({
    // What fails is shown as a message, unless its form shows it beside the fields it is about.
    onError: (error, _variables, _result, { meta }) => {
      if (meta?.showsError) return
      if (meta?.showsFieldErrors && Object.keys(fieldErrors(error)).length > 0) return
      showProblem(error)
    },
  }),
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
