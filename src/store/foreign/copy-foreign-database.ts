import { chmod, copyFile, mkdir, open, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'

/** A problem with another program's file, as a message for the user. */
export class ForeignFileError extends Error {
  override readonly name = 'ForeignFileError'
}

/**
 * Makes a consistent copy of a database that another server may be writing to. SQLite copies it page by page, so that
 * the copy includes the write-ahead log, and nothing of an open transaction. Only we can read the copy: it contains
 * password hashes.
 */
export async function copyForeignDatabase(
  from: string,
  to: string,
  { maxBytes = MAX_BYTES, timeoutMs = 5000 } = {},
): Promise<void> {
  await requireDatabaseFile(from, maxBytes)
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  for (const end of ['', ...LOGS, '-shm']) await rm(to + end, { force: true })
  await (await open(to, 'w', 0o600)).close()
  try {
    await copyThroughSqlite(from, to, timeoutMs)
  } catch {
    await copyFiles(from, to)
  }
  dropWriteAheadLog(to)
}

/** 64 GiB: Komga keeps thumbnails in its database. */
const MAX_BYTES = 64 * 2 ** 30

async function requireDatabaseFile(path: string, maxBytes: number): Promise<void> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new ForeignFileError(
      error.code === 'ENOENT' ? `There is no file at ${path}.` : `The file at ${path} can’t be read (${error.code}).`,
    )
  })
  try {
    const { size } = await file.stat()
    if (size > maxBytes) throw new ForeignFileError('The database is larger than this server accepts.')
    const { buffer } = await file.read(Buffer.alloc(HEADER.length), 0, HEADER.length, 0)
    if (buffer.equals(HEADER)) return
    const isH2 = H2_BEGINNINGS.some((beginning) => buffer.toString('latin1').startsWith(beginning))
    throw new ForeignFileError(isH2 ? H2_SENTENCE : 'This file is not a SQLite database.')
  } finally {
    await file.close()
  }
}

const HEADER = Buffer.from('SQLite format 3\0', 'latin1')
/** The file headers of its two storage engines. */
const H2_BEGINNINGS = ['H:2,block:', '-- H2 0.5/B --']
const H2_SENTENCE =
  'This is an H2 database, as Komga used until 2020. Only its SQLite database (database.sqlite) can be imported.'

async function copyThroughSqlite(from: string, to: string, timeout: number): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true, timeout })
  try {
    source.exec('pragma trusted_schema = off')
    // All pages in one step: a concurrent writer would restart it.
    await backup(source, to, { rate: ALL_PAGES })
  } finally {
    source.close()
  }
}

const ALL_PAGES = 2 ** 31 - 1

/**
 * For a read-only folder without the shared memory file that SQLite needs beside a write-ahead log, or a writer that
 * holds an exclusive lock: copies the files, and again if they change meanwhile. A journal beside the copy rolls it
 * back to the last completed transaction.
 */
async function copyFiles(from: string, to: string): Promise<void> {
  const state = async () => {
    const all = await Promise.all(['', ...LOGS].map((end) => stat(from + end).catch(() => undefined)))
    return all.map((one) => `${one?.size ?? 0} ${one?.mtimeMs ?? 0}`).join()
  }
  for (let tries = 1; tries <= COPY_TRIES; tries += 1) {
    const before = await state()
    await copyForUs(from, to)
    for (const end of LOGS) {
      await copyForUs(from + end, to + end).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
    }
    if (before === (await state())) return
  }
  throw new ForeignFileError('The other server keeps writing to its database. Stop it and try again.')
}

const LOGS = ['-wal', '-journal']
const COPY_TRIES = 5

/** A copy gets the mode of the original, which may be world-readable or read-only. */
async function copyForUs(from: string, to: string): Promise<void> {
  await rm(to, { force: true })
  await copyFile(from, to)
  await chmod(to, 0o600)
}

/** Merges the log into the copy: one file to keep, and one to delete. */
function dropWriteAheadLog(path: string): void {
  try {
    const copy = new DatabaseSync(path)
    try {
      copy.exec('pragma trusted_schema = off; pragma journal_mode = delete')
    } finally {
      copy.close()
    }
  } catch {
    throw new ForeignFileError('The database is damaged and can’t be read.')
  }
}
