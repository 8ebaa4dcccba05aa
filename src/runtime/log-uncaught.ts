import type { ServerLogger } from '../surfaces/edge/server-logger.ts'
import { logBackgroundError } from './log-background-error.ts'

/**
 * Logs errors that nothing caught while the server runs. Returns a function that stops listening.
 *
 * A rejected promise is work that no caller awaited: the request has its response, and its transaction was rolled back.
 * The rejection is logged and the server continues: one forgotten `await` must not disconnect every reader. An
 * exception may have interrupted anything: it is logged and the process exits, so that its supervisor (or the first of
 * several processes) starts another one.
 */
export function logUncaught(log: ServerLogger): () => void {
  const goOn = (reason: unknown) => logBackgroundError(log, reason)
  // Only observes: Node then ends the process as usual.
  const logExit = (error: Error) => log.fatal({ err: error }, 'Uncaught error; exiting this process')
  process.on('unhandledRejection', goOn)
  process.on('uncaughtExceptionMonitor', logExit)
  return () => {
    process.off('unhandledRejection', goOn)
    process.off('uncaughtExceptionMonitor', logExit)
  }
}
