/** SQLITE_CORRUPT and SQLITE_NOTADB: nobody can read this file, whatever they do next. */
const damaged = new Set([11, 26])

export function isDamagedDatabase(error: unknown): boolean {
  return damaged.has((error as { errcode?: number } | undefined)?.errcode ?? 0)
}
