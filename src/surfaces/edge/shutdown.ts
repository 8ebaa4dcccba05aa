import type { App } from './app.ts'
import type { ServerLogger } from './server-logger.ts'

export interface ShutdownOptions {
  app: App
  /** Everything behind the server, in order: tasks back to the queue, the database last. */
  close(): Promise<void>
  log: ServerLogger
  withinMs?: number
}

/**
 * Stops taking requests, lets the running ones finish, then closes the rest. Whoever still holds on after most of the time
 * is cut off, so that it ends within it.
 */
export async function shutDownGracefully({
  app,
  close,
  log,
  withinMs = 10_000,
}: ShutdownOptions): Promise<'in time' | 'cut off'> {
  const started = performance.now()
  const cut = setTimeout(() => {
    log.warn('Some requests did not finish in time; closing their connections')
    app.server.closeAllConnections()
  }, withinMs * 0.6)
  // A client keeps its connection after the answer; nobody will ask anything over it any more.
  const hangUp = setInterval(() => app.server.closeIdleConnections(), 50)
  const ended = (async () => {
    await app.close()
    clearInterval(hangUp)
    clearTimeout(cut)
    await close()
    return 'in time' as const
  })()
  let last: NodeJS.Timeout | undefined
  const deadline = new Promise<'cut off'>((resolve) => {
    last = setTimeout(() => resolve('cut off'), withinMs - (performance.now() - started))
  })
  const result = await Promise.race([ended, deadline])
  clearTimeout(last)
  clearInterval(hangUp)
  clearTimeout(cut)
  return result
}
