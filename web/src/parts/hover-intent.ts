import type { PointerEvent } from 'react'

const stays = 60
const timers = new WeakMap<Element, ReturnType<typeof setTimeout>>()

/**
 * Acts once the pointer rests on the element; elements that scroll past beneath it, or that it only crosses, are
 * ignored.
 */
export function hoverIntentHandlers(act: () => void) {
  return {
    onPointerEnter: ({ currentTarget }: PointerEvent) => void timers.set(currentTarget, setTimeout(act, stays)),
    onPointerLeave: ({ currentTarget }: PointerEvent) => clearTimeout(timers.get(currentTarget)),
  }
}
