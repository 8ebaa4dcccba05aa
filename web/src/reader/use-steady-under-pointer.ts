import { useState } from 'react'

/**
 * What moves or disappears with the bars stays as it is while a pointer is on it: it must not slip away between aiming
 * and pressing.
 */
export function useSteadyUnderPointer<Placement>(placement: Placement) {
  const [held, setHeld] = useState<{ placement: Placement }>()
  const hold = {
    onPointerEnter: () => setHeld({ placement }),
    onPointerLeave: () => setHeld(undefined),
  }
  return [held ? held.placement : placement, hold] as const
}
