/** What a row was to belong to is not there any more: somebody took it away between the question and the write. */
export function isForeignKeyError(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  return code === FOREIGN_KEY || errcode === SQLITE_FOREIGN_KEY
}

const FOREIGN_KEY = '23503'
const SQLITE_FOREIGN_KEY = 787
