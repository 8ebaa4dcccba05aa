import { type ReactNode, Suspense, useEffect, useState } from 'react'

/** What may come a moment later, and so does not hold back the page around it. `fallback` keeps its place. */
export function AfterPaint({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }) {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPainted(true))
    return () => clearTimeout(timer)
  }, [])
  return isPainted ? <Suspense fallback={fallback}>{children}</Suspense> : fallback
}
