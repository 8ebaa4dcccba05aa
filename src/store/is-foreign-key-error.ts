/** The referenced row no longer exists: it was deleted between the read and the write. */
export function isForeignKeyError(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  return code === FOREIGN_KEY || errcode === SQLITE_FOREIGN_KEY
}

const FOREIGN_KEY = '23503'
const SQLITE_FOREIGN_KEY = 787
