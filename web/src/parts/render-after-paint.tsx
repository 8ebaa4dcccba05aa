import { type ReactNode, useEffect, useState } from 'react'
import { LazyBoundary } from './lazy-boundary.tsx'

/**
 * For content that may appear a moment later, so that it doesn't delay the page around it. `fallback` keeps its place.
 */
export function RenderAfterPaint({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }) {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPainted(true))
    return () => clearTimeout(timer)
  }, [])
  return isPainted ? <LazyBoundary fallback={fallback}>{children}</LazyBoundary> : fallback
}
