import { useEffect, useRef, useState } from 'react'
import { type Connection, isDataSaverOn } from '../is-data-saver-on.ts'

/** How many spreads to preload: more during quick page turns, one on metered or slow connections. */
export function usePreloadCount(spread: number): number {
  const turned = useRef({ at: 0, pace: 10_000 })
  const [pace, setPace] = useState(10_000)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn is noted, whatever page it leads to
  useEffect(() => {
    const now = performance.now()
    const { at, pace: before } = turned.current
    // A running average: one long look at a picture doesn't make a slow reader.
    turned.current = { at: now, pace: at ? (before + Math.min(60_000, now - at)) / 2 : before }
    setPace(turned.current.pace)
  }, [spread])
  return preloadCount(pace, (navigator as { connection?: Connection }).connection)
}

export function preloadCount(pace: number, connection: Connection | undefined): number {
  if (isDataSaverOn(connection)) return 1
  if (pace < 2500) return 5
  return pace < 30_000 ? 3 : 2
}
