import { useSyncExternalStore } from 'react'
import type { Dimensions } from './page-fit.ts'

let size: Dimensions = { width: 0, height: 0 }

/** The window size; the same object as long as the size doesn't change. */
export function useWindowSize(): Dimensions {
  return useSyncExternalStore(subscribe, () => {
    const { innerWidth: width, innerHeight: height } = window
    if (size.width !== width || size.height !== height) size = { width, height }
    return size
  })
}

function subscribe(listener: () => void) {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}
