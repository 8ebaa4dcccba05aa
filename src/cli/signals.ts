/** The signal that ends the server, once it comes. A second one ends it at once. */
export function untilSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const ends = ['SIGTERM', 'SIGINT'] as const
    const hear = (signal: NodeJS.Signals) => {
      for (const one of ends) process.removeListener(one, hear)
      resolve(signal)
    }
    for (const one of ends) process.on(one, hear)
  })
}
