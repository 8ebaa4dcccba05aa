type Renderer = {
  snap(acrossPerMs: number, downPerMs: number): void
  readonly start: number
  readonly size: number
  readonly page: number
  readonly dir: string
}

/** A finger that returns to within this distance of its start doesn't turn the page. */
const minDistance = 10

/**
 * After a touch the renderer follows the last movement. A page that was dragged aside and pushed back would turn the
 * other way: it stays instead.
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
    /** A touch started. */
    began() {
      restingPage = renderer.page
    },
    /** A touch ended; positive distances are to the left and up. */
    lifted(across: number, down: number) {
      drawn = { across, down }
    },
  }
}
