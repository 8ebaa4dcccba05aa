/** Why the database or a file storage is currently unavailable. */
export type StorageUnavailableReason = 'database' | 'busy' | 'read-only' | 'disk' | 'bucket'

/** Undefined: another error, most likely our own bug. */
export function storageUnavailableReasonOf(error: unknown): StorageUnavailableReason | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === DISK_FULL || errcode === SQLITE_FULL) return 'disk'
  if (code === DATABASE_READ_ONLY || (typeof errcode === 'number' && (errcode & 0xff) === SQLITE_READ_ONLY))
    return 'read-only'
  if (code === 'EBUCKET') return 'bucket'
  if (typeof errcode === 'number' && (errcode & 0xff) === SQLITE_BUSY) return 'busy'
  if (typeof code === 'string' && (CONNECTION_CODES.has(code) || code.startsWith('08'))) return 'database'
  // The client library sets no code on these errors.
  return NO_CONNECTION.test(error.message) ? 'database' : undefined
}

/** The SQLite thread has ended; the next transaction starts a new one. */
export const SQLITE_THREAD_ENDED = 'ETHREADENDED'

const SQLITE_BUSY = 5
const SQLITE_READ_ONLY = 8
const SQLITE_FULL = 13
const DISK_FULL = '53100'
/** Of PostgreSQL: most often a standby server. */
const DATABASE_READ_ONLY = '25006'

/** PostgreSQL shuts down, starts up, or has no free connection; or nothing listens at the address. */
const CONNECTION_CODES: ReadonlySet<string> = new Set([
  SQLITE_THREAD_ENDED,
  '57P01',
  '57P02',
  '57P03',
  '53300',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

const NO_CONNECTION =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed)/
