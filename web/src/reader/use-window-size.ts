import { useSyncExternalStore } from 'react'
import type { Dimensions } from './page-fit.ts'

let size: Dimensions = { width: 0, height: 0 }

/** The size of the window, the same object as long as it is the same size. */
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
