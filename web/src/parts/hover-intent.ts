import type { PointerEvent } from 'react'

const stays = 60
const timers = new WeakMap<Element, ReturnType<typeof setTimeout>>()

/** Acts once the pointer stays: what scrolls past beneath it, or is crossed on the way elsewhere, is not meant. */
export function hoverIntentHandlers(act: () => void) {
  return {
    onPointerEnter: ({ currentTarget }: PointerEvent) => void timers.set(currentTarget, setTimeout(act, stays)),
    onPointerLeave: ({ currentTarget }: PointerEvent) => clearTimeout(timers.get(currentTarget)),
  }
}
