/** The box that the whole book scrolls in. Knows what it scrolled to itself, and what the viewer did. */
export function makeScrollBox(host: HTMLElement) {
  const element = document.createElement('div')
  Object.assign(element.style, {
    overflowX: 'hidden',
    overflowY: 'auto',
    overflowAnchor: 'none',
    overscrollBehavior: 'contain',
  })
  // Makes it scrollable by keys even when nothing in it is focused.
  element.tabIndex = 0
  host.replaceChildren(element)
  /** Where it scrolled to last; any other position was scrolled to by the viewer. */
  let placedAt = 0
  let isByHand = false

  function noticeScrolling() {
    if (Math.abs(element.scrollTop - placedAt) > 2) isByHand = true
    placedAt = element.scrollTop
  }

  return {
    element,
    screen: () => Math.max(1, element.clientHeight),
    top: () => element.scrollTop,
    height: () => element.scrollHeight,
    noticeScrolling,
    placeAt(top: number) {
      noticeScrolling()
      element.scrollTop = top
      placedAt = element.scrollTop
    },
    /** Whether the viewer scrolled since this was last forgotten. */
    isByHand: () => isByHand,
    forgetHand() {
      isByHand = false
    },
    scrollBy(distance: number) {
      const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
      element.scrollBy({ top: distance, behavior: isCalm ? 'instant' : 'smooth' })
    },
    addSpaceAtEnd(height: number) {
      element.style.paddingBottom = `${height}px`
    },
  }
}

export type ScrollBox = ReturnType<typeof makeScrollBox>
