import { type RefObject, useEffect, useState } from 'react'
import { useWakeLock } from '../use-wake-lock.ts'

/** Scrolls a column automatically until the viewer takes over, or it ends. */
export function useAutoScroll(stage: RefObject<HTMLElement | null>, speed: number) {
  const [running, setRunning] = useState(false)
  // The screen isn't touched in the meantime.
  useWakeLock(running)
  useEffect(() => {
    const element = stage.current
    if (!running || !element) return
    let before = performance.now()
    let rest = 0
    let frame = requestAnimationFrame(function scroll(now) {
      // Whole pixels only: browsers drop the fraction, and slow speeds would never move.
      rest += ((now - before) / 1000) * speed * pixelsPerSecond
      before = now
      const whole = Math.floor(rest)
      rest -= whole
      element.scrollTop += whole
      if (element.scrollTop + element.clientHeight >= element.scrollHeight - 1) setRunning(false)
      else frame = requestAnimationFrame(scroll)
    })
    const stop = () => setRunning(false)
    element.addEventListener('wheel', stop, { passive: true })
    element.addEventListener('touchstart', stop, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      element.removeEventListener('wheel', stop)
      element.removeEventListener('touchstart', stop)
    }
  }, [running, stage, speed])
  return [running, () => setRunning((before) => !before)] as const
}

const pixelsPerSecond = 30
