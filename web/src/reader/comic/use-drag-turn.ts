import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isSelectableText } from '../tap-zones.ts'
import { makeStripMotion } from './strip-motion.ts'
import type { TapSide } from './use-taps.ts'

type DragProps = {
  stage: RefObject<HTMLElement | null>
  strip: RefObject<HTMLElement | null>
  active: boolean
  beside: Record<TapSide, object | undefined>
  turn: (side: TapSide) => void
}

/** How far (share of the width) or how fast (pixels per millisecond) a page must be dragged to turn. */
const far = 0.2
const fast = 0.45
const min = 30
/** Without a page beside it, the page moves only a little. */
const resistance = 0.25

/** The page follows the finger or the mouse, with the next one beside it; on release it turns or springs back. */
export function useDragTurn({ stage, strip, active, beside, turn }: DragProps) {
  const [side, setSide] = useState<TapSide>()
  const besideRef = useRef<HTMLDivElement>(null)
  const justTurned = useRef(false)
  const latest = useRef({ beside, turn })
  latest.current = { beside, turn }

  useEffect(() => {
    const element = stage.current
    if (!element || !active) return
    const motion = makeStripMotion({ stage: element, strip, beside: besideRef })
    let from: { x: number; y: number; id: number } | undefined
    let last = { x: 0, at: 0, speed: 0 }
    let dragged = false

    const end = () => {
      motion.moveTo(0)
      delete element.dataset.dragging
      setSide(undefined)
    }
    const isSecondFinger = (event: PointerEvent) => !event.isPrimary && event.pointerType === 'touch'
    /** Two fingers zoom: the page returns to its place first. */
    const letGo = () => {
      if (from && dragged) motion.springBack(motion.position(), end)
      from = undefined
    }
    const down = (event: PointerEvent) => {
      if (isSecondFinger(event)) return letGo()
      motion.arriveAtOnce()
      from = undefined
      if (!startsDrag(event, element, strip.current)) return
      from = { x: event.clientX, y: event.clientY, id: event.pointerId }
      last = { x: event.clientX, at: event.timeStamp, speed: 0 }
      dragged = false
    }
    const move = (event: PointerEvent) => {
      if (!from || event.pointerId !== from.id) return
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y]
      if (!dragged && (Math.abs(dx) < 10 || Math.abs(dx) < Math.abs(dy) * 1.2)) return
      dragged = true
      element.dataset.dragging = 'true'
      const time = event.timeStamp - last.at
      if (time > 0) last = { x: event.clientX, at: event.timeStamp, speed: (event.clientX - last.x) / time }
      const towards = dx > 0 ? 'left' : 'right'
      const other = latest.current.beside[towards]
      flushSync(() => setSide(other && towards))
      motion.moveTo(other ? dx : dx * resistance)
    }
    const up = (event: PointerEvent) => {
      const began = from
      from = undefined
      if (!began || !dragged) return
      const dx = event.clientX - began.x
      const towards: TapSide = dx > 0 ? 'left' : 'right'
      const there = latest.current.beside[towards]
      const isFast = Math.abs(last.speed) > fast && last.speed > 0 === dx > 0 && Math.abs(dx) > min
      const turns = Math.abs(dx) > element.clientWidth * far || isFast
      if (!turns) return motion.springBack(there ? dx : dx * resistance, end)
      const go = () => {
        justTurned.current = true
        latest.current.turn(towards)
        end()
      }
      // At the end of the book there is a card instead of a page to drag in.
      if (there) motion.glideAway(dx, go)
      else go()
    }
    element.addEventListener('pointerdown', down)
    addEventListener('pointermove', move)
    addEventListener('pointerup', up)
    addEventListener('pointercancel', up)
    return () => {
      element.removeEventListener('pointerdown', down)
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', up)
      removeEventListener('pointercancel', up)
    }
  }, [stage, strip, active])

  return { side, besideRef, justTurned }
}

/** Whether a pointer that is pressed may drag the page: on one larger than the screen it pans instead. */
function startsDrag(event: PointerEvent, stage: HTMLElement, strip: HTMLElement | null): boolean {
  // Measures the page itself: the one beside it would count as something to pan to.
  const isWide = (strip?.offsetWidth ?? 0) > stage.clientWidth + 2
  const isTall = event.pointerType === 'mouse' && stage.scrollHeight > stage.clientHeight + 2
  const onButton = (event.target as Element).closest?.('a, button')
  return event.isPrimary && event.button <= 0 && !isWide && !isTall && !onButton && !isSelectableText(event.target)
}
