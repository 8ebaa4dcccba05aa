import type { FastifyRequest } from 'fastify'
import { Problem } from '../contract/problems.ts'
import type { EmittedEvent } from '../events/events.ts'
import { hasPermission, type Viewer } from '../store/viewer.ts'
import type { Authenticate } from './edge/surface.ts'

/** Whether somebody may hear of an event. */
export type MayReceive = (emitted: EmittedEvent, viewer: Viewer) => boolean

export interface EventListener {
  viewer: Viewer
  /** Who it is by now, or undefined when they may not listen any more. Fails where nobody can say, e.g. for want of a database. */
  recheck: () => Promise<Viewer | undefined>
  /** In the order in which it happened. */
  deliver: (emitted: EmittedEvent, viewer: Viewer) => void
  /** They may not listen any more. */
  refuse: (viewer: Viewer) => void
  /** Something was not told, because nobody could say who listens; by now it is known again. */
  missed?: () => void
}

/**
 * Before anything is told it is asked who listens: what was taken from them a moment ago is not heard any more, and what
 * was given to them, or is there only since a moment ago, is.
 */
export function makeAuthorizedListener(listener: EventListener): {
  receive(emitted: EmittedEvent): void
  askAgain(): Promise<void>
} {
  const { recheck, deliver, refuse, missed } = listener
  let { viewer } = listener
  let isKnown = true
  let hasMissed = false
  let asking: Promise<void> | undefined
  /** A slow answer must not pile up questions. */
  const askAgain = (): Promise<void> => {
    asking ??= (async () => {
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
        asking = undefined
      }
    })()
    return asking
  }

  const waiting: EmittedEvent[] = []
  let isDelivering = false
  const deliverWaiting = async () => {
    isDelivering = true
    while (waiting.length > 0) {
      await asking
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
      // Nobody becomes another person: the places in books that all the others reach cost this one nothing.
      if (userId !== undefined && userId !== viewer.userId) return
      waiting.push(emitted)
      if (!isDelivering) void deliverWaiting()
    },
    askAgain,
  }
}

/** Whose request it was that opened the stream, as they are by now. */
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
