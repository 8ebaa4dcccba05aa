import { useEffect, useRef } from 'react'

const pause = 2000

/** Acts at most every two seconds, however often it is told to. */
export function useSlowly(listen: (tell: () => void) => () => void, act: () => void) {
  const latest = useRef({ listen, act })
  latest.current = { listen, act }
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const deaf = latest.current.listen(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        latest.current.act()
      }, pause)
    })
    return () => {
      clearTimeout(timer)
      deaf()
    }
  }, [])
}
