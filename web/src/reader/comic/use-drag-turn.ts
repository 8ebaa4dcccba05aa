import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PageBox } from '../../api/types.ts'
import type { Spread } from '../spreads.ts'
import { isSelectableText } from '../tap-zones.ts'
import type { ComicSettings } from './comic-settings.ts'
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
const spring = 'cubic-bezier(0.25, 1.35, 0.5, 1)'
const glide = 'cubic-bezier(0.2, 0.7, 0.2, 1)'

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
    let from: { x: number; y: number; id: number } | undefined
    let last = { x: 0, at: 0, speed: 0 }
    let dragged = false
    /** Finishes the running animation at once, including its effects. */
    let arrive: (() => void) | undefined

    /** A positive distance drags in the page on the left. */
    const moveTo = (by: number) => {
      if (strip.current) strip.current.style.translate = by ? `${by}px` : ''
      const other = besideRef.current
      if (other) other.style.translate = `${by + (by > 0 ? -1 : 1) * element.clientWidth}px`
    }
    const end = () => {
      moveTo(0)
      delete element.dataset.dragging
      setSide(undefined)
    }
    const animate = (by: number, to: number, easing: string, done: () => void) => {
      const length = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 220
      const options = { duration: length, easing }
      const move = (x: number) => `${x}px`
      const outside = (by > 0 ? -1 : 1) * element.clientWidth
      besideRef.current?.animate([{ translate: move(by + outside) }, { translate: move(to + outside) }], options)
      const motion = strip.current?.animate([{ translate: move(by) }, { translate: move(to) }], options)
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
    const isSecondFinger = (event: PointerEvent) => !event.isPrimary && event.pointerType === 'touch'
    /** Two fingers zoom: the page returns to its place first. */
    const letGo = () => {
      if (from && dragged) animate(positionOf(strip.current), 0, spring, end)
      from = undefined
    }
    const down = (event: PointerEvent) => {
      if (isSecondFinger(event)) return letGo()
      // Quick turns don't wait for the animation to finish.
      if (arrive) flushSync(arrive)
      // Measures the page itself: the one beside it would count as something to pan to.
      const pans = (strip.current?.offsetWidth ?? 0) > element.clientWidth + 2
      const isMouse = event.pointerType === 'mouse'
      const tall = isMouse && element.scrollHeight > element.clientHeight + 2
      const onButton = (event.target as Element).closest?.('a, button')
      from = undefined
      if (!event.isPrimary || event.button > 0 || pans || tall || onButton || isSelectableText(event.target)) return
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
      moveTo(other ? dx : dx * resistance)
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
      const by = there ? dx : dx * resistance
      if (!turns) return animate(by, 0, spring, end)
      const go = () => {
        justTurned.current = true
        latest.current.turn(towards)
        end()
      }
      // At the end of the book there is a card instead of a page to drag in.
      if (there) animate(by, Math.sign(dx) * element.clientWidth, glide, go)
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

function positionOf(strip: HTMLElement | null): number {
  return Number.parseFloat(strip?.style.translate ?? '') || 0
}

type MotionProps = { settings: ComicSettings; rtl: boolean; skip: RefObject<boolean> }

/** The animation of a page turned by key or tap; a dragged page is already in place. */
export function useTurnAnimation(
  strip: RefObject<HTMLElement | null>,
  spread: Spread | undefined,
  box: PageBox,
  { settings, rtl, skip }: MotionProps,
) {
  const before = useRef(0)
  const { transition } = settings
  const position = (spread?.[0] ?? 0) + (spread ? (rtl ? 1 - box.x : box.x) / 2 : 0)
  useLayoutEffect(() => {
    const last = before.current
    before.current = position
    const dragged = skip.current
    skip.current = false
    if (!last || !position || last === position || dragged || transition === 'none') return
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const side = position > last !== rtl ? 1 : -1
    const frames =
      transition === 'fade' ? [{ opacity: 0 }, { opacity: 1 }] : [{ translate: `${side * 100}vw` }, { translate: '0' }]
    strip.current?.animate(frames, { duration: 200, easing: glide })
  }, [position, rtl, skip, strip, transition])
}
