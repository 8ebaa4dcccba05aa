import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '../../src/store/open.ts'
import { fillDatabase } from '../fill-database.ts'
import { account, addAccount } from '../harness/lectern.ts'

/** A data folder whose database has this many books. Kept between runs, until the code that creates it changes. */
export async function filledDataFolder(folder: string, books: number): Promise<string> {
  const made = join(folder, `rows-${books}-${recipe()}`)
  if (existsSync(made)) return made
  const growing = `${made}.part`
  rmSync(growing, { recursive: true, force: true })
  mkdirSync(growing, { recursive: true })
  const db = await openDatabase({ dataDir: growing, writes: 'inline' })
  await fillDatabase(db, { books })
  await db.close()
  await addAccount(growing)
  await copyProgress(growing, account.username)
  renameSync(growing, made)
  return made
}

/** Copies a reader's progress to an account: without any, an account shows nothing about the speed of lists. */
async function copyProgress(dataDir: string, username: string, reader = 'ann'): Promise<void> {
  const db = await openDatabase({ dataDir, writes: 'inline' })
  const idOf = (name: string) => sql`(select id from user where username = ${name})`
  await db.transaction(async (tx) => {
    await sql`insert into progress (user_id, book_id, series_id, uid, done, page, percentage, started_at, read_at, completed_at)
      select ${idOf(username)}, book_id, series_id, randomblob(16), done, page, percentage, started_at, read_at, completed_at
      from progress where user_id = ${idOf(reader)}`.execute(tx)
    await sql`insert into series_progress (user_id, series_id, done, open, last_read)
      select ${idOf(username)}, series_id, done, open, last_read
      from series_progress where user_id = ${idOf(reader)}`.execute(tx)
  })
  await db.close()
}

/**
 * Changes with the content of the tables, and with the code that writes it. Tables are migrated automatically at the
 * next start.
 */
function recipe(): string {
  const here = join(import.meta.dirname, '..')
  const store = join(here, '../src/store')
  const folders = ['search', 'text'].map((name) => join(store, name))
  const files = folders.flatMap((path) => readdirSync(path).map((name) => join(path, name)))
  const sources = [
    ...files.filter((path) => !path.includes('.test.')),
    ...['fill-database', 'sample-data/fill-reading-progress', 'sample-data/title-words'].map((name) =>
      join(here, `${name}.ts`),
    ),
  ]
  const hash = createHash('sha256')
  for (const path of sources.sort()) if (path.endsWith('.ts')) hash.update(readFileSync(path))
  return hash.digest('hex').slice(0, 10)
}
