import { queryClient } from './query-client.ts'

type Thing = Record<string, unknown>

/** Changes every cached copy of the given items, so that all pages show the change at once. */
export function patchCachedItems(kind: 'books' | 'series', ids: string[], change: (it: Thing) => Thing) {
  const wanted = new Set(ids)
  queryClient.setQueriesData({ predicate: (query) => query.queryKey[0] === kind }, (data: unknown) =>
    patchItemsInData(data, wanted, change),
  )
}

/** Walks arrays, pages and details. Returns the same object if nothing changed, which avoids a re-render. */
export function patchItemsInData(data: unknown, ids: ReadonlySet<string>, change: (it: Thing) => Thing): unknown {
  if (Array.isArray(data)) {
    const next = data.map((each) => patchItemsInData(each, ids, change))
    return next.some((each, index) => each !== data[index]) ? next : data
  }
  if (typeof data !== 'object' || data === null) return data
  const thing = data as Thing
  if (typeof thing.id === 'string') return ids.has(thing.id) ? change(thing) : data
  for (const key of ['data', 'book', 'prev', 'next']) {
    if (!(key in thing)) continue
    const before = thing[key]
    const after = patchItemsInData(before, ids, change)
    if (after !== before) return patchedRest({ ...thing, [key]: after }, key, ids, change)
  }
  return data
}

function patchedRest(thing: Thing, done: string, ids: ReadonlySet<string>, change: (it: Thing) => Thing): Thing {
  for (const key of ['prev', 'next'])
    if (key !== done && key in thing) thing[key] = patchItemsInData(thing[key], ids, change)
  return thing
}
