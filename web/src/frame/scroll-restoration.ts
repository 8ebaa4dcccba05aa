import type { ParsedLocation, RegisteredRouter } from '@tanstack/react-router'

const storageKey = 'lectern-scroll'
/** One per history entry; nobody goes back further. */
const max = 50
/** After this many milliseconds the page has its final height. */
const patience = 15_000

/**
 * Restores the scroll position of a long list after a reload or going back. The router scrolls only once, on the first
 * render, when a list with only placeholders may not be high enough yet.
 */
export function startScrollRestoration(router: RegisteredRouter): () => void {
  const places = readPlaces()
  let waiting: { top: number; stop: () => void } | undefined
  // New pages start at the top; a reload counts as a return.
  let isReturn = true

  const wait = (top: number) => {
    waiting?.stop()
    waiting = { top, stop: scrollWhenHighEnough(top, () => (waiting = undefined)) }
  }
  const keep = (location: ParsedLocation) => {
    const key = keyOf(location)
    places.delete(key)
    places.set(key, waiting?.top ?? window.scrollY)
    for (const old of [...places.keys()].slice(0, -max)) places.delete(old)
  }
  const goBack = (location: ParsedLocation) => {
    const top = isReturn ? places.get(keyOf(location)) : undefined
    if (top) wait(top)
  }
  const onHide = () => {
    keep(router.state.location)
    writePlaces(places)
  }

  const ends = [
    router.history.subscribe(({ action }) => {
      isReturn = action.type === 'BACK' || action.type === 'FORWARD' || action.type === 'GO'
    }),
    router.subscribe('onBeforeLoad', ({ fromLocation, hrefChanged }) => {
      if (!fromLocation || !hrefChanged) return
      keep(fromLocation)
      waiting?.stop()
    }),
    router.subscribe('onRendered', ({ toLocation }) => goBack(toLocation)),
  ]
  addEventListener('pagehide', onHide)
  goBack(router.state.location)
  return () => {
    for (const end of ends) end()
    removeEventListener('pagehide', onHide)
    waiting?.stop()
    // Readers have no frame: returning from one creates a new frame, which reads this.
    writePlaces(places)
  }
}

const keyOf = ({ state, href }: ParsedLocation): string => state.__TSR_key ?? href

/** Stops when the viewer scrolls, clicks or types. */
function scrollWhenHighEnough(top: number, done: () => void): () => void {
  const scrollIfPossible = () => {
    const isThere = Math.abs(window.scrollY - top) < 2
    if (!isThere && document.documentElement.scrollHeight - window.innerHeight >= top - 1) window.scrollTo({ top })
  }
  const observer = new ResizeObserver(scrollIfPossible)
  const hands = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const
  const stop = () => {
    clearTimeout(timer)
    observer.disconnect()
    for (const hand of hands) removeEventListener(hand, stop)
    done()
  }
  const timer = setTimeout(stop, patience)
  observer.observe(document.body)
  for (const hand of hands) addEventListener(hand, stop, { passive: true })
  scrollIfPossible()
  return stop
}

function readPlaces(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]'))
  } catch {
    return new Map()
  }
}

function writePlaces(places: Map<string, number>) {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...places]))
  } catch {
    // Without storage a reload starts at the top.
  }
}
