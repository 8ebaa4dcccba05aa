import { CatchBoundary } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { showProblem } from '../api/show-message.ts'

type Props = {
  /** Stands here until the part is loaded, and where it cannot be. */
  fallback?: ReactNode
  /** For a part that somebody opened: they are told that it could not be loaded, and open it again. */
  close?: () => void
  children: ReactNode
}

/** Around a part with a file of its own. One that cannot be loaded is left out; the page around it stays as it is. */
export function LazyBoundary({ fallback = null, close, children }: Props) {
  const onCatch = (error: unknown) => {
    if (!close) return
    showProblem(error)
    close()
  }
  return (
    <CatchBoundary getResetKey={() => 0} errorComponent={() => fallback} onCatch={onCatch}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </CatchBoundary>
  )
}
