import { PermanentTaskError } from '../../tasks/task-kind.ts'
import { PluginError, rpcCodes } from './errors.ts'

/** Permanent when a retry wouldn't help: the user has to sign in again, or the plugin to be mended. */
export function permanentIfRefused(error: unknown): unknown {
  const finalCodes: unknown[] = [rpcCodes.authFailed, rpcCodes.configError, 'DISABLED', 'INVALID_ANSWER']
  const isFinal = error instanceof PluginError && finalCodes.includes(error.code)
  return isFinal ? new PermanentTaskError(error.message) : error
}
