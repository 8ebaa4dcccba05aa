/** Why the database, or a place where files are kept, cannot do what it should right now. */
export type StorageUnavailableReason = 'database' | 'busy' | 'disk' | 'bucket'

/** Undefined: it was something else, most likely our own fault. */
export function storageUnavailableReasonOf(error: unknown): StorageUnavailableReason | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === DISK_FULL || errcode === SQLITE_FULL) return 'disk'
  if (code === 'EBUCKET') return 'bucket'
  if (typeof errcode === 'number' && (errcode & 0xff) === SQLITE_BUSY) return 'busy'
  if (typeof code === 'string' && (CONNECTION_CODES.has(code) || code.startsWith('08'))) return 'database'
  // The client library gives these no code.
  return NO_CONNECTION.test(error.message) ? 'database' : undefined
}

/** The thread that SQLite ran in is gone; the next transaction has another one. */
export const SQLITE_THREAD_ENDED = 'ETHREADENDED'

const SQLITE_BUSY = 5
const SQLITE_FULL = 13
const DISK_FULL = '53100'

/** PostgreSQL ends, starts, or has no room for another connection; or there is nobody at the address. */
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
