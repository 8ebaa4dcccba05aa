import { useEffect } from 'react'
import { ErrorState } from '../parts/error-state.tsx'
import { reloadIfReachable, reloadOnce } from './reload-on-missing-chunk.ts'

const pause = 3_000

/** Stands where a page would be whose program could not be fetched, until the server is there to fetch it from. */
export function MissingChunk({ error }: { error: unknown }) {
  useEffect(() => {
    const timer = setInterval(reloadOnce, pause)
    return () => clearInterval(timer)
  }, [])
  return <ErrorState error={error} retry={reloadIfReachable} />
}
