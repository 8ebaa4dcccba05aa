import { api } from './client.ts'
import { hiddenSeriesQuery } from './hidden-series.ts'
import { queryClient } from './query-client.ts'
import { staleQueryKeys } from './stale-query-keys.ts'
import type { Series } from './types.ts'

/** The server's limit per request. */
const maxPerRequest = 1000

export async function changeHiddenSeries(ids: string[], hidden: boolean) {
  for (let from = 0; from < ids.length; from += maxPerRequest) {
    await api.post('/series/bulk/hidden', { body: { seriesIds: ids.slice(from, from + maxPerRequest), hidden } })
  }
  const stale = staleQueryKeys({ type: 'hidden_series_updated' })
  await Promise.all([
    removeHiddenFromRandomPick(),
    ...stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  ])
}

/** A random pick isn't made anew: only what was hidden leaves it. */
export async function removeHiddenFromRandomPick() {
  const hidden = new Set(await queryClient.fetchQuery({ ...hiddenSeriesQuery, staleTime: 0 }))
  queryClient.setQueriesData({ queryKey: ['home', 'random'] }, (row: Series[] | undefined) =>
    row?.filter(({ id }) => !hidden.has(id)),
  )
}
