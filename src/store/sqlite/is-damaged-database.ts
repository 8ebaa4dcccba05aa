/** SQLITE_CORRUPT and SQLITE_NOTADB: the file is unreadable, and retrying doesn't help. */
const damaged = new Set([11, 26])

export function isDamagedDatabase(error: unknown): boolean {
  return damaged.has((error as { errcode?: number } | undefined)?.errcode ?? 0)
}
