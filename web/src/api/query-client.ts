import { MutationCache, onlineManager, QueryClient } from '@tanstack/react-query'
import { fieldErrors } from './field-errors.ts'
import { isProblem } from './problem.ts'
import { showProblem } from './show-message.ts'

export const queryClient = new QueryClient({
  mutationCache: new MutationCache({
    // Shows failures as a message, unless the form shows them beside its fields.
    onError: (error, _variables, _result, { meta }) => {
      if (meta?.showsError) return
      if (meta?.showsFieldErrors && Object.keys(fieldErrors(error)).length > 0) return
      showProblem(error)
    },
  }),
  defaultOptions: {
    queries: {
      // The event stream reports changes; until then cached data is current, and going back is instant.
      staleTime: 5 * 60_000,
      gcTime: 30 * 60_000,
      refetchOnWindowFocus: false,
      networkMode: 'offlineFirst',
      // Offline, a retry would wait for the connection without showing the error; everything is refetched once it is
      // back.
      retry: (failures, error) => failures < 2 && navigator.onLine && !(isProblem(error) && error.status < 500),
    },
    mutations: { networkMode: 'offlineFirst' },
  },
})

// `onlineManager` assumes a connection until an event; a page opened offline only ever gets the `online` event.
if (navigator.onLine === false) onlineManager.setOnline(false)
