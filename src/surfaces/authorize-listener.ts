import type { FastifyRequest } from 'fastify'
import { Problem } from '../contract/problems.ts'
import type { EmittedEvent } from '../events/events.ts'
import { hasPermission, type Viewer } from '../store/viewer.ts'
import type { Authenticate } from './edge/surface.ts'

/** Whether a viewer may receive an event. */
export type MayReceive = (emitted: EmittedEvent, viewer: Viewer) => boolean

export interface EventListener {
  viewer: Viewer
  /**
   * The current viewer, or undefined if they may no longer listen. Rejects if that can't be determined, e.g. without a
   * database.
   */
  recheck: () => Promise<Viewer | undefined>
  /** In the order of the events. */
  deliver: (emitted: EmittedEvent, viewer: Viewer) => void
  /** Called when they may no longer listen. */
  refuse: (viewer: Viewer) => void
  /** Called when events were lost because the viewer couldn't be determined, once that works again. */
  missed?: () => void
}

/**
 * Rechecks the viewer before each delivery: rights that were just revoked no longer apply, and those just granted, or
 * items just created, do.
 */
export function makeAuthorizedListener(listener: EventListener): {
  receive(emitted: EmittedEvent): void
  askAgain(): Promise<void>
} {
  const { recheck, deliver, refuse, missed } = listener
  let { viewer } = listener
  let isKnown = true
  let hasMissed = false
  let checking: Promise<void> | undefined
  /** A slow recheck must not pile up others. */
  const askAgain = (): Promise<void> => {
    checking ??= (async () => {
      try {
        const now = await recheck()
        isKnown = true
        if (!now) return refuse(viewer)
        viewer = now
        if (hasMissed) missed?.()
        hasMissed = false
      } catch {
        isKnown = false
      } finally {
        checking = undefined
      }
    })()
    return checking
  }

  const waiting: EmittedEvent[] = []
  let isDelivering = false
  const deliverWaiting = async () => {
    isDelivering = true
    while (waiting.length > 0) {
      await checking
      const now = waiting.splice(0)
      await askAgain()
      if (isKnown) for (const emitted of now) deliver(emitted, viewer)
      else hasMissed = true
    }
    isDelivering = false
  }
  return {
    receive(emitted) {
      const { userId } = emitted.audience
      // A viewer never becomes another user: other users' progress events need no recheck.
      if (userId !== undefined && userId !== viewer.userId) return
      waiting.push(emitted)
      if (!isDelivering) void deliverWaiting()
    },
    askAgain,
  }
}

/** The viewer of the request that opened the stream, with their current rights. */
export function recheckListener(authenticate: Authenticate, request: FastifyRequest): EventListener['recheck'] {
  return async () => {
    try {
      const now = await authenticate(request)
      return now && hasPermission(now, 'LibrariesRead') ? now : undefined
    } catch (error) {
      if (error instanceof Problem) return undefined
      throw error
    }
  }
}
