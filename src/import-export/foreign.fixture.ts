import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

type Value = string | number | null | Uint8Array
type Rows = Record<string, Value>[]

/** A database with these tables: the columns are those that the rows name. */
export function makeForeign(
  tables: Record<string, Rows>,
  { name = 'source.db', userVersion = 0, wal = false } = {},
): { path: string; folder: string; db: DatabaseSync } {
  const folder = mkdtempSync(join(tmpdir(), 'foreign-'))
  const path = join(folder, name)
  const db = new DatabaseSync(path)
  db.exec(
    `pragma user_version = ${userVersion}; pragma journal_mode = ${wal ? 'wal' : 'delete'}; pragma synchronous = off`,
  )
  for (const [table, rows] of Object.entries(tables)) {
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
    db.exec(`create table "${table}" (${columns.map((column) => `"${column}"`).join(', ')})`)
    for (const row of rows) {
      if (Object.values(row).every((value) => value === null)) continue
      const places = columns.map(() => '?').join(', ')
      db.prepare(`insert into "${table}" values (${places})`).run(...columns.map((column) => row[column] ?? null))
    }
  }
  return { path, folder, db }
}
