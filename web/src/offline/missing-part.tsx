import { useEffect } from 'react'
import { ErrorState } from '../parts/state.tsx'
import { loadAnew, loadAnewOnce } from './follow-updates.ts'

const pause = 3_000

/** Stands where a page would be whose program could not be fetched, until the server is there to fetch it from. */
export function MissingPart({ error }: { error: unknown }) {
  useEffect(() => {
    const timer = setInterval(loadAnewOnce, pause)
    return () => clearInterval(timer)
  }, [])
  return <ErrorState error={error} retry={loadAnew} />
}
