/** The maximum number of turns queued while a chapter loads; to go further, a viewer uses the contents. */
const maxWaiting = 3

/**
 * The renderer ignores a turn during another one. Quick key presses all count: the queued ones follow without
 * animation. `turnOnce` returns whether there was a page to turn to.
 */
export function queueTurns(turnOnce: (by: 1 | -1, isQueued: boolean) => Promise<boolean>) {
  let turning: Promise<void> | undefined
  let waiting = 0

  async function turnAll(first: number) {
    let isQueued = false
    for (let by = Math.sign(first); by !== 0; isQueued = true) {
      if (!(await turnOnce(by as 1 | -1, isQueued))) waiting = 0
      by = Math.sign(waiting)
      waiting -= by
    }
  }

  return {
    turn(by: 1 | -1): Promise<void> {
      if (turning) {
        waiting = Math.max(-maxWaiting, Math.min(maxWaiting, waiting + by))
        return Promise.resolve()
      }
      turning = turnAll(by).finally(() => {
        turning = undefined
      })
      return turning
    },
    /** Makes the turn in progress the last one. */
    forgetWaiting() {
      waiting = 0
    },
    /** The turns in progress. */
    underWay: () => turning,
  }
}
