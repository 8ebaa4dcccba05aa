import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { PageBox } from '../../api/types.ts'
import type { Spread } from '../spreads.ts'
import type { ComicSettings } from './comic-settings.ts'
import { glideEasing } from './strip-motion.ts'

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
    strip.current?.animate(frames, { duration: 200, easing: glideEasing })
  }, [position, rtl, skip, strip, transition])
}
