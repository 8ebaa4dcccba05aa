import type { FastifyRequest } from 'fastify'
import type { Caches } from '../../store/cache/caches.ts'
import { DerivedCache } from '../../store/cache/derived-cache.ts'
import { RevisionCache } from '../../store/cache/revision-cache.ts'
import type { Viewer } from '../../store/viewer.ts'

/**
 * Which ETags of clients are valid. The first request determines that a client's copy is valid; until the next commit,
 * the same request of the same user needn't be checked again.
 */
export interface NotModifiedCache {
  /** The ETag of the copy in this request, if it is known to be valid. */
  find(request: FastifyRequest): string | undefined
  /** The same, with only a URL and a header available. */
  findGood(viewer: Viewer, url: string, ifNoneMatch: string): GoodCopy | undefined
  /** Records that the copy in this request has this ETag, and was valid at some time since the lookup. */
  note(request: FastifyRequest, tag: string): void
}

/** `generation` changes with every commit; undefined if that can't be known without waiting. */
export function openNotModifiedCache(caches: Caches, generation: () => number | undefined): NotModifiedCache {
  const uses = { hits: 0, misses: 0 }
  const byViewer = new DerivedCache<Viewer, RevisionCache<string, GoodCopy>>()
  caches.add('not_modified', { counts: () => uses })
  const goodUnder = (now: number | undefined, viewer: Viewer, url: string, ifNoneMatch: string) => {
    const known = now === undefined ? undefined : byViewer.get(viewer)?.get(url, now)
    return known?.ifNoneMatch === ifNoneMatch ? known : undefined
  }
  return {
    findGood: (viewer, url, ifNoneMatch) => goodUnder(generation(), viewer, url, ifNoneMatch),
    find(request) {
      const ifNoneMatch = request.headers['if-none-match']
      if (ifNoneMatch === undefined || !request.viewer) return undefined
      const now = generation()
      request.generation = now
      return goodUnder(now, request.viewer, request.url, ifNoneMatch)?.tag
    },
    note(request, tag) {
      const { viewer, url, headers } = request
      const now = generation()
      // A commit in between may have made the copy stale.
      if (!viewer || now === undefined || request.generation !== now) return
      const mine = byViewer.make(viewer, () => new RevisionCache<string, GoodCopy>({ maxEntries: MAX_EACH }, uses))
      mine.set(url, now, { ifNoneMatch: headers['if-none-match'], tag, route: request.routeOptions.url ?? url })
    },
  }
}

export interface GoodCopy {
  ifNoneMatch: string | undefined
  tag: string
  /** The route under which its requests are counted. */
  route: string
}

const MAX_EACH = 500
