/** In pixels per second. At higher speeds nobody looks at covers; loading them would only use up tokens. */
const fast = 1600
const settleMs = 150

let lastTop = 0
let lastAt = 0
let peak = 0
let peakAt = 0
let resting = true
let timer: ReturnType<typeof setTimeout> | undefined
const waiting = new Set<() => void>()

if (typeof window !== 'undefined') window.addEventListener('scroll', onScroll, { passive: true })

/** Calls `act` once scrolling is slow or has stopped, possibly at once. The returned function cancels that. */
export function whenScrollSlows(act: () => void): () => void {
  if (resting) {
    act()
    return () => {}
  }
  waiting.add(act)
  return () => waiting.delete(act)
}

/** The highest recent speed in pixels per second. */
export function scrollSpeed(): number {
  return performance.now() - peakAt > settleMs ? 0 : peak
}

function onScroll() {
  const now = performance.now()
  const speed = (Math.abs(window.scrollY - lastTop) / Math.max(1, now - lastAt)) * 1000
  lastTop = window.scrollY
  lastAt = now
  if (speed >= scrollSpeed()) {
    peak = speed
    peakAt = now
  }
  if (speed < fast) return
  if (resting) document.documentElement.toggleAttribute('data-rushing', true)
  resting = false
  // A single slow frame among fast ones means a busy machine, not the end of scrolling.
  clearTimeout(timer)
  timer = setTimeout(rest, settleMs)
}

function rest() {
  resting = true
  document.documentElement.toggleAttribute('data-rushing', false)
  const acts = [...waiting]
  waiting.clear()
  for (const act of acts) act()
}
