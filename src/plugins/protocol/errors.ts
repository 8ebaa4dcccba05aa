/** Codes of JSON-RPC and of the plugin protocol. `FailureCode` has our own, as text, for calls that got no response. */
export const rpcCodes = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  rateLimited: -32001,
  notFound: -32002,
  authFailed: -32003,
  apiError: -32004,
  configError: -32005,
} as const

export type FailureCode =
  | 'TIMEOUT'
  | 'EXITED'
  | 'START_FAILED'
  | 'PACKAGE_MISSING'
  | 'FLOOD'
  | 'DATA_FULL'
  | 'INVALID_ANSWER'
  | 'BUSY'
  | 'DISABLED'
  | 'BACKING_OFF'
  | 'NO_HOST'

/** A failed call: the plugin returned an error (`code` is a number) or never responded (`code` is a word). */
export class PluginError extends Error {
  override readonly name = 'PluginError'
  readonly code: number | FailureCode
  readonly data: unknown

  constructor(code: number | FailureCode, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** In the words of the plugin, which don't say whose they are. */
export class PluginAnswerError extends PluginError {}

export function sentenceOfError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return error instanceof PluginAnswerError ? `The plugin says: ${message}` : message
}

export const callCancelled = () => new PluginError('BUSY', 'The call was cancelled.')

/** Faults of the plugin's process. "Not found" and "rate limited" are ordinary responses. */
export function isFaultOfProcess(error: unknown): boolean {
  return error instanceof PluginError && typeof error.code === 'string' && FAULTS.has(error.code)
}

/** Also what no restart mends: the process runs, but what it sends can't be used. */
export const isFaultOfPlugin = (error: unknown): boolean =>
  isFaultOfProcess(error) || (error instanceof PluginError && error.code === 'INVALID_ANSWER')

const FAULTS: ReadonlySet<string> = new Set(['TIMEOUT', 'EXITED', 'START_FAILED', 'FLOOD', 'DATA_FULL'])
