import { api } from './client.ts'
import { queryClient } from './query-client.ts'
import type { Series } from './types.ts'

/** The server's limit per request. */
const maxPerRequest = 1000

export async function changeHiddenSeries(ids: string[], hidden: boolean) {
  for (let from = 0; from < ids.length; from += maxPerRequest) {
    await api.post('/series/bulk/hidden', { body: { seriesIds: ids.slice(from, from + maxPerRequest), hidden } })
  }
  // A random pick isn't made anew: only what was hidden leaves it.
  if (hidden) {
    queryClient.setQueriesData({ queryKey: ['home', 'random'] }, (row: Series[] | undefined) =>
      row?.filter(({ id }) => !ids.includes(id)),
    )
  }
  const stale = [['hidden-series'], ['series'], ['books'], ['recommendations']]
  await Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
