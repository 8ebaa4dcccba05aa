import type { RefObject } from 'react'
import { flushSync } from 'react-dom'

/** Back to its place, and a little beyond it first. */
const spring = 'cubic-bezier(0.25, 1.35, 0.5, 1)'
export const glideEasing = 'cubic-bezier(0.2, 0.7, 0.2, 1)'

type Moved = { stage: HTMLElement; strip: RefObject<HTMLElement | null>; beside: RefObject<HTMLElement | null> }

/** Moves the strip of pages sideways, and the page beside it along with it. Positive distances are to the right. */
export function makeStripMotion({ stage, strip, beside }: Moved) {
  /** Finishes the running animation at once, including its effects. */
  let arrive: (() => void) | undefined
  /** The page beside it is on the side that comes into view. */
  const outside = (by: number) => (by > 0 ? -1 : 1) * stage.clientWidth

  function moveTo(by: number) {
    if (strip.current) strip.current.style.translate = by ? `${by}px` : ''
    if (beside.current) beside.current.style.translate = `${by + outside(by)}px`
  }

  function animate(by: number, to: number, easing: string, done: () => void) {
    const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 220
    const slide = (element: HTMLElement | null, from: number) =>
      element?.animate([{ translate: `${by + from}px` }, { translate: `${to + from}px` }], { duration, easing })
    slide(beside.current, outside(by))
    const motion = slide(strip.current, 0)
    moveTo(to)
    arrive = () => {
      arrive = undefined
      done()
    }
    const ended = arrive
    const unlessArrived = () => arrive === ended && ended()
    if (motion) motion.finished.then(unlessArrived, unlessArrived)
    else ended()
  }

  return {
    moveTo,
    /** How far it is from its place. */
    position: () => Number.parseFloat(strip.current?.style.translate ?? '') || 0,
    springBack: (by: number, done: () => void) => animate(by, 0, spring, done),
    /** The page beside it takes its place. */
    glideAway: (by: number, done: () => void) => animate(by, -outside(by), glideEasing, done),
    /** Quick turns don't wait for the animation to finish. */
    arriveAtOnce() {
      if (arrive) flushSync(arrive)
    },
  }
}
