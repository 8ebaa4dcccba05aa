import { useEffect } from 'react'
import { ErrorState } from '../parts/error-state.tsx'
import { reloadIfReachable, reloadOnce } from './reload-on-missing-chunk.ts'

const pause = 3_000

/** Shown in place of a page whose chunk couldn't be fetched, until the server is reachable again. */
export function MissingChunk({ error }: { error: unknown }) {
  useEffect(() => {
    const timer = setInterval(reloadOnce, pause)
    return () => clearInterval(timer)
  }, [])
  return <ErrorState error={error} retry={reloadIfReachable} />
}
