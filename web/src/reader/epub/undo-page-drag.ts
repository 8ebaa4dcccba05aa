type Renderer = {
  snap(acrossPerMs: number, downPerMs: number): void
  readonly start: number
  readonly size: number
  readonly page: number
  readonly dir: string
}

/** A finger that comes back to within this of where it was put down has turned nothing. */
const minDistance = 10

/**
 * After a touch the renderer goes where the finger went last. A page that was drawn aside and is pushed back again would
 * become a turn the other way: it stays instead.
 */
export function undoPageDrag(renderer: Renderer, isVertical: () => boolean) {
  const { snap } = renderer
  let restingPage = 0
  let drawn: { across: number; down: number } | undefined
  renderer.snap = (across, down) => {
    const vertical = isVertical()
    const [by, velocity] = vertical ? [drawn?.down, down] : [drawn?.across, across]
    drawn = undefined
    const isTurned = by === undefined || (Math.abs(by) >= minDistance && by * velocity >= 0)
    if (isTurned) return snap.call(renderer, across, down)
    const sign = !vertical && renderer.dir === 'rtl' ? -1 : 1
    const back = (restingPage - renderer.start / renderer.size) * sign
    snap.call(renderer, back, back)
  }
  return {
    /** A finger was put down. */
    began() {
      restingPage = renderer.page
    },
    /** It was lifted, so far from there: to the left and up are more than nothing. */
    lifted(across: number, down: number) {
      drawn = { across, down }
    },
  }
}
