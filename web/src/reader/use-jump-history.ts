import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'

/** Stored in the browser's history entries, so that they lead to the right position after a reload, too. */
type JumpState<Position> = { jumps?: number; from?: Position; leftAt?: Position }

/** Consecutive jumps of the same kind count as one: dragging the slider, going from hit to hit. */
export type JumpKind = 'slider' | 'search' | 'other'

/** After this many page turns the way back is hidden; then it is shown and hidden with the bars. */
const fewTurns = 3

/**
 * Every jump is an entry in the browser's history, so Back first goes back inside the book. The old entry stores the
 * position that was left, the new one where the jump came from.
 */
export function useJumpHistory<Position>(here: () => Position | undefined, returnTo: (left: Position) => void) {
  const { history } = useRouter()
  const stateNow = useCallback((): JumpState<Position> => history.location.state as JumpState<Position>, [history])
  const [entry, setEntry] = useState<JumpState<Position>>(stateNow)
  /** Pages turned since the last jump, counted only up to a limit to avoid re-renders. */
  const [turns, setTurns] = useState(0)
  const current = useRef({ here, returnTo })
  current.current = { here, returnTo }
  const lastKind = useRef<JumpKind>(undefined)
  const depth = useRef(entry.jumps ?? 0)
  const left = useRef<(Position | undefined)[]>([])

  /** Must be called before the reader jumps. */
  const leave = useCallback(
    (kind: JumpKind = 'other') => {
      const from = current.current.here()
      const isSameMove = kind !== 'other' && lastKind.current === kind
      lastKind.current = kind
      setTurns(0)
      if (!from || isSameMove) return
      const { href } = history.location
      history.replace(href, { ...stateNow(), leftAt: from })
      // Otherwise the push that follows at once would discard the replacement.
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
    setTurns((count) => Math.min(fewTurns, count + 1))
  }, [])

  useEffect(() => {
    const path = history.location.pathname
    return history.subscribe(({ location, action }) => {
      if (action.type === 'PUSH' || action.type === 'REPLACE' || location.pathname !== path) return
      const state = location.state as JumpState<Position>
      left.current[depth.current] = current.current.here()
      depth.current = state.jumps ?? 0
      lastKind.current = undefined
      setTurns(0)
      setEntry(state)
      const target = left.current[depth.current] ?? state.leftAt
      if (target) current.current.returnTo(target)
    })
  }, [history])

  return {
    leave,
    turned,
    isRecent: turns < fewTurns,
    from: entry.from,
    back: useCallback(() => history.back(), [history]),
  }
}
