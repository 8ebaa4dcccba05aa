/** Codes of JSON-RPC, those of the plugin protocol, and ours (text) for what went wrong on the way. */
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
  | 'BUSY'
  | 'DISABLED'
  | 'BACKING_OFF'
  | 'NO_HOST'

/** A call that did not work: the plugin said so (`code` is a number), or it never answered (`code` is a word). */
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

/** What the plugin's process is to blame for. "Not found" and "rate limited" are answers like any other. */
export function isFaultOfProcess(error: unknown): boolean {
  return error instanceof PluginError && typeof error.code === 'string' && FAULTS.has(error.code)
}

const FAULTS: ReadonlySet<string> = new Set(['TIMEOUT', 'EXITED', 'START_FAILED', 'FLOOD'])
