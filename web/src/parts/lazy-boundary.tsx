import { CatchBoundary } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { showProblem } from '../api/show-message.ts'

type Props = {
  /** Shown until the component is loaded, and if it can't be. */
  fallback?: ReactNode
  /** For components the viewer opened: called after a load error was shown, so that they can be opened again. */
  close?: () => void
  children: ReactNode
}

/** Wraps a component in its own chunk. If it can't be loaded it is left out; the page around it stays. */
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
