import type { ServerLogger } from '../surfaces/edge/server-logger.ts'
import { logBackgroundError } from './log-background-error.ts'

/**
 * What nobody caught, while a server runs. Answers how to stop listening.
 *
 * A rejected promise is work that nobody waited for; whoever asked has their answer, and what it wrote was a transaction
 * that rolled back. It is told and the server goes on: one forgotten `await` must not send away everybody who reads.
 * An exception may have stopped anything in the middle: it is told, and the process ends, for its supervisor (or the first
 * of several processes) to start another one.
 */
export function logUncaught(log: ServerLogger): () => void {
  const goOn = (reason: unknown) => logBackgroundError(log, reason)
  // Only looks on: Node ends the process after it, as it would have.
  const logExit = (error: Error) => log.fatal({ err: error }, 'Uncaught error; exiting this process')
  process.on('unhandledRejection', goOn)
  process.on('uncaughtExceptionMonitor', logExit)
  return () => {
    process.off('unhandledRejection', goOn)
    process.off('uncaughtExceptionMonitor', logExit)
  }
}
