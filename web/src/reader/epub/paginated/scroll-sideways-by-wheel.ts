import { isVertical, type Renderer } from './renderer.ts'

/** Pixels per line, for browsers that count wheel turns in lines. */
const line = 24

/** Vertical text scrolls sideways, which a mouse wheel alone can't do: turned down, it goes on to the left. */
export function scrollSidewaysByWheel(target: GlobalEventHandlers, renderer: Renderer) {
  target.addEventListener(
    'wheel',
    ({ deltaX, deltaY, deltaMode, ctrlKey }) => {
      if (ctrlKey || Math.abs(deltaX) >= Math.abs(deltaY)) return
      if (renderer.getAttribute('flow') !== 'scrolled' || !isVertical(renderer)) return
      renderer.containerPosition -= deltaY * (deltaMode === WheelEvent.DOM_DELTA_LINE ? line : 1)
    },
    { passive: true },
  )
}
