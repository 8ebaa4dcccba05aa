import { isFileFault } from '../analyse/file-fault.ts'
import type { ServerLogger } from '../surfaces/edge/server-logger.ts'

/** Errors of work that no caller awaits go to the log. */
export function logBackgroundError(log: ServerLogger, error: unknown): void {
  if (isFileFault(error)) log.warn(error.message)
  else log.error({ err: error }, 'Background work failed')
}
