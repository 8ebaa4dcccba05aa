import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Locator } from './locator.ts'

/** Kept in the browser's history entries, so that they lead to the right position also after a reload. */
type JumpState = { jumps?: number; from?: Locator; leftAt?: Locator }

/** Jumps of these kinds that follow each other are one: the slider under the finger, from hit to hit. */
export type JumpKind = 'slider' | 'search' | 'other'

/**
 * Every jump is an entry in the browser's own history: its Back goes back inside the book first. The entry one leaves
 * remembers where it was left, the new one where one came from.
 */
export function useJumpHistory(here: Locator | undefined, returnTo: (locator: Locator) => void) {
  const { history } = useRouter()
  const stateNow = useCallback((): JumpState => history.location.state as JumpState, [history])
  const [entry, setEntry] = useState<JumpState>(stateNow)
  /** Pages turned since the last jump. */
  const [turns, setTurns] = useState(0)
  const current = useRef({ here, returnTo })
  current.current = { here, returnTo }
  const lastKind = useRef<JumpKind>(undefined)
  const depth = useRef(entry.jumps ?? 0)
  const left = useRef<(Locator | undefined)[]>([])

  /** To be called before the reader goes somewhere else. */
  const leave = useCallback(
    (kind: JumpKind = 'other') => {
      const from = current.current.here
      const isSameMove = kind !== 'other' && lastKind.current === kind
      lastKind.current = kind
      setTurns(0)
      if (!from || isSameMove) return
      const { href } = history.location
      history.replace(href, { ...stateNow(), leftAt: from })
      // Without this the replacement would be lost in the push that follows at once.
      history.flush()
      depth.current++
      left.current.length = depth.current
      history.push(href, { jumps: depth.current, from })
      setEntry(stateNow())
    },
    [history, stateNow],
  )
  const turned = useCallback(() => {
    lastKind.current = undefined
    setTurns((count) => count + 1)
  }, [])

  useEffect(() => {
    const path = history.location.pathname
    return history.subscribe(({ location, action }) => {
      if (action.type === 'PUSH' || action.type === 'REPLACE' || location.pathname !== path) return
      const state = location.state as JumpState
      left.current[depth.current] = current.current.here
      depth.current = state.jumps ?? 0
      lastKind.current = undefined
      setTurns(0)
      setEntry(state)
      const target = left.current[depth.current] ?? state.leftAt
      if (target) current.current.returnTo(target)
    })
  }, [history])

  return { leave, turned, turns, from: entry.from, back: useCallback(() => history.back(), [history]) }
}
