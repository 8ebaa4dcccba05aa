/** The signal that ends the server, once it comes. A second one ends it at once. */
export function waitForStopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const ends = ['SIGTERM', 'SIGINT'] as const
    const onSignal = (signal: NodeJS.Signals) => {
      for (const one of ends) process.removeListener(one, onSignal)
      forceExitAfter(MAX_CLOSE_MS)
      resolve(signal)
    }
    for (const one of ends) process.on(one, onSignal)
  })
}

/**
 * Ends the process if it has not ended by then. A read of a share that hangs cannot be taken back, and the runtime waits for
 * it before it ends, however long; everything of ours is closed by then, or never will be.
 */
export function forceExitAfter(ms: number): void {
  const leave = () => {
    console.error('lectern: something is still blocked, perhaps an unresponsive network share; exiting anyway')
    process.kill(process.pid, 'SIGKILL')
  }
  setTimeout(leave, ms).unref()
}

/** More than closing may take. */
const MAX_CLOSE_MS = 15_000
