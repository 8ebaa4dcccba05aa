import { isFileFault } from '../analyse/file-fault.ts'
import type { ServerLogger } from '../surfaces/edge/server-logger.ts'

/** Errors of work that no caller awaits go to the log. */
export function logBackgroundError(log: ServerLogger, error: unknown): void {
  if (isFileFault(error)) log.warn(error.message)
  else if (isPluginFault(error)) log.warn(`A plugin failed: ${error.message}`)
  else log.error({ err: error }, 'Background work failed')
}

/** By its name, as an error from a thread is a copy. Where it was thrown says nothing about the plugin. */
const isPluginFault = (error: unknown): error is Error => error instanceof Error && error.name === 'PluginError'
