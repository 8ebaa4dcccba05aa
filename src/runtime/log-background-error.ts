import { isFileFault } from '../analyse/file-fault.ts'
import type { ServerLogger } from '../surfaces/edge/server-logger.ts'

/** Work that nobody waits for ends in the log. */
export function logBackgroundError(log: ServerLogger, error: unknown): void {
  if (isFileFault(error)) log.warn(error.message)
  else log.error({ err: error }, 'Background work failed')
}
