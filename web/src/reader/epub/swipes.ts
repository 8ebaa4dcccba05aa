const min = 40

/** One finger that moves sideways, unless it selects text or the page is zoomed. */
export function listenForSwipes(doc: Document, swiped: (towards: 'left' | 'right') => void) {
  let start: { x: number; y: number } | undefined
  const onStart = ({ touches: [first, second] }: TouchEvent) => {
    start = first && !second && (visualViewport?.scale ?? 1) < 1.05 ? { x: first.screenX, y: first.screenY } : undefined
  }
  const onEnd = ({ changedTouches: [finger] }: TouchEvent) => {
    const from = start
    start = undefined
    if (!from || !finger || doc.getSelection()?.isCollapsed === false) return
    const [x, y] = [finger.screenX - from.x, finger.screenY - from.y]
    if (Math.abs(x) > min && Math.abs(x) > 1.5 * Math.abs(y)) swiped(x < 0 ? 'left' : 'right')
  }
  doc.addEventListener('touchstart', onStart, { passive: true })
  doc.addEventListener('touchend', onEnd, { passive: true })
  return () => {
    doc.removeEventListener('touchstart', onStart)
    doc.removeEventListener('touchend', onEnd)
  }
}
