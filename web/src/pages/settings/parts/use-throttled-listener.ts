import { useEffect, useRef } from 'react'

const pause = 2000

/** Calls `act` at most every two seconds, however often it is notified. */
export function useThrottledListener(listen: (notify: () => void) => () => void, act: () => void) {
  const latest = useRef({ listen, act })
  latest.current = { listen, act }
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = latest.current.listen(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        latest.current.act()
      }, pause)
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [])
}
