import { useEffect, useRef, useState } from 'react'

type Connection = { saveData?: boolean; effectiveType?: string }

/** How many spreads to fetch ahead: more for whoever leafs quickly, one where data is dear or slow. */
export function usePreloadCount(spread: number): number {
  const turned = useRef({ at: 0, pace: 10_000 })
  const [pace, setPace] = useState(10_000)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn is noted, whatever page it leads to
  useEffect(() => {
    const now = performance.now()
    const { at, pace: before } = turned.current
    // Half of what was, half of what is: one long look at a picture is no slow reader.
    turned.current = { at: now, pace: at ? (before + Math.min(60_000, now - at)) / 2 : before }
    setPace(turned.current.pace)
  }, [spread])
  return preloadCount(pace, (navigator as { connection?: Connection }).connection)
}

export function preloadCount(pace: number, connection: Connection | undefined): number {
  if (connection?.saveData || /2g/.test(connection?.effectiveType ?? '')) return 1
  if (pace < 2500) return 5
  return pace < 30_000 ? 3 : 2
}
