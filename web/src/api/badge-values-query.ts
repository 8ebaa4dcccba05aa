import { queryOptions } from '@tanstack/react-query'
import type { BadgeValuesOfItem } from '../../../src/contract/badge-values.ts'
import { api } from './client.ts'
import type { ItemKind } from './item-queries.ts'

type BadgeRequest = { id: string; give: (facts: BadgeValuesOfItem | null) => void; fail: (error: unknown) => void }
const waiting: Record<ItemKind, BadgeRequest[]> = { series: [], books: [] }
/** The server's limit per request. */
const max = 200

/**
 * What badges need beyond the list responses. Cards query one by one; queries that start together share one request.
 */
export const badgeValuesQuery = (kind: ItemKind, id: string) =>
  queryOptions({
    queryKey: ['badge-values', kind, id],
    queryFn: () =>
      new Promise<BadgeValuesOfItem | null>((give, fail) => {
        waiting[kind].push({ id, give, fail })
        // The first query waits 25 ms for others to join.
        if (waiting.series.length + waiting.books.length === 1) setTimeout(fetchAllWaiting, 25)
      }),
    staleTime: 10 * 60_000,
    retry: false,
  })

function fetchAllWaiting() {
  for (const kind of ['series', 'books'] as const) {
    const requests = waiting[kind].splice(0)
    while (requests.length > 0) void fetchBadgeValues(kind, requests.splice(0, max))
  }
}

async function fetchBadgeValues(kind: ItemKind, requests: BadgeRequest[]) {
  try {
    const body = { [kind === 'series' ? 'seriesIds' : 'bookIds']: requests.map(({ id }) => id) }
    const found = await api.post<BadgeValuesOfItem[]>('/badge-values', { body })
    const byId = new Map(found.map((each) => [each.id, each]))
    for (const { id, give } of requests) give(byId.get(id) ?? null)
  } catch (error) {
    for (const { fail } of requests) fail(error)
  }
}
