/** Resolves with the signal that stops the server. A second one ends it at once. */
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

/** Aborted by Ctrl-C or a request to end, so that a command stops where it can continue. A second one ends it at once. */
export function abortOnStopSignal(): AbortSignal {
  const stopping = new AbortController()
  const ends = ['SIGTERM', 'SIGINT'] as const
  const onSignal = () => {
    for (const one of ends) process.removeListener(one, onSignal)
    stopping.abort()
  }
  for (const one of ends) process.on(one, onSignal)
  return stopping.signal
}

/**
 * Kills the process if it hasn't exited by then. A read from a network share that hangs can't be aborted, and Node
 * waits for it before it exits, however long; everything of ours is closed by then, or never will be.
 */
export function forceExitAfter(ms: number): void {
  const leave = () => {
    console.error('lectern: something is still blocked, perhaps an unresponsive network share; exiting anyway')
    process.kill(process.pid, 'SIGKILL')
  }
  setTimeout(leave, ms).unref()
}

/** Longer than closing should take. */
const MAX_CLOSE_MS = 15_000
