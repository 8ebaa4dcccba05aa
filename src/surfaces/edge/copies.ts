import type { FastifyRequest } from 'fastify'
import type { Viewer } from '../../store/viewer.ts'

/**
 * Which copies of answers are good. That somebody's copy was good was found out when they asked; until anybody commits
 * anything, the same question of the same person need not be looked at again.
 */
export interface Copies {
  /** The name of the copy that this request speaks of, if it is known to be good. */
  find(request: FastifyRequest): string | undefined
  /** The copy that this request speaks of is named so, and was good at some time since it was looked for. */
  note(request: FastifyRequest, tag: string): void
}

/** `generation` moves with every commit; undefined where that cannot be known without waiting. */
export function openCopies(generation: () => number | undefined): Copies {
  let good = new WeakMap<Viewer, Map<string, Good>>()
  let since: number | undefined
  const goodNow = () => {
    const now = generation()
    if (now !== since) good = new WeakMap()
    since = now
    return now === undefined ? undefined : good
  }
  return {
    find(request) {
      const asked = request.headers['if-none-match']
      if (asked === undefined || !request.viewer) return undefined
      const known = goodNow()?.get(request.viewer)?.get(request.url)
      request.generation = since
      return known?.asked === asked ? known.tag : undefined
    },
    note(request, tag) {
      const { viewer } = request
      const known = viewer && goodNow()
      // Whoever committed in between may have made the copy an old one.
      if (!known || request.generation !== since) return
      let mine = known.get(viewer)
      if (!mine || mine.size >= MOST_EACH) {
        mine = new Map()
        known.set(viewer, mine)
      }
      mine.set(request.url, { asked: request.headers['if-none-match'], tag })
    },
  }
}

interface Good {
  asked: string | undefined
  tag: string
}

const MOST_EACH = 500
