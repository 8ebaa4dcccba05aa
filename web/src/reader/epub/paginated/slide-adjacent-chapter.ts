import { hideRenderer, isVertical, pageMoves, type Renderer } from './renderer.ts'

/**
 * When the first or last page of a chapter is dragged aside, the renderer shows a blank page. The adjacent chapter, if
 * it is already laid out, moves in over it, like any other page.
 */
export function slideAdjacentChapter(
  renderer: Renderer,
  isShown: () => boolean,
  adjacent: (by: 1 | -1) => HTMLElement | undefined,
) {
  let sliding: HTMLElement | undefined
  renderer.addEventListener(pageMoves, () => {
    // The adjacent chapter may have replaced it by now.
    if (!isShown()) return
    const { start, size, pages } = renderer
    const [before, after] = [size - start, start - size * (pages - 2)]
    const by = after > 1 ? 1 : before > 1 ? -1 : undefined
    const next = by && adjacent(by)
    if (sliding && sliding !== next) hideRenderer(sliding)
    sliding = next
    if (!by || !next) return
    const missing = Math.max(0, 1 - Math.max(before, after) / size) * 100
    next.style.visibility = 'visible'
    next.style.transform = `${isVertical(renderer) ? 'translateY' : 'translateX'}(${missing * by * (renderer.dir === 'rtl' ? -1 : 1)}%)`
  })
}

/** The duration of the renderer's own page animation. */
const glideMs = 300

/** Moves by one page as the renderer does, but loads nothing when that leaves the chapter. */
export function glideByPage(renderer: Renderer, by: 1 | -1): Promise<void> {
  const from = renderer.containerPosition
  const to = renderer.size * (renderer.page + by) * (renderer.dir === 'rtl' ? -1 : 1)
  return new Promise((resolve) => {
    let start: number | undefined
    requestAnimationFrame(function move(now) {
      start ??= now
      const share = Math.min(1, (now - start) / glideMs)
      renderer.containerPosition = from + (to - from) * (1 - (1 - share) ** 2)
      if (share < 1) requestAnimationFrame(move)
      else resolve()
    })
  })
}
