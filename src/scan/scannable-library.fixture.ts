import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import type { TestDatabase } from '../../test/databases.ts'
import { makeLibrary, makeProgress, makeUser } from '../../test/rows.ts'
import { sampledFileHash } from '../formats/identity/sampled-file-hash.ts'
import { findLibraryForScan } from '../store/library/library-for-scan.ts'
import type { Db } from '../store/open.ts'
import { openTasks } from '../tasks/tasks.ts'
import { scan } from './scan.ts'
import type { ScanRequest } from './scan-run-types.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-scan-'))
  folders.push(folder)
  return folder
}

let clock = 1_600_000_000
export function put(root: string, path: string, content = `content of ${path}`): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
  clock += 10
  utimesSync(join(root, path), clock, clock)
}

export async function makeScannableLibrary(db: Db) {
  const root = makeFolder()
  const library = await db.transaction((tx) => makeLibrary(tx, { path: root }))
  const coalescer = { emit: () => {}, flush: () => {}, close: () => {} }
  const tasks = openTasks({ db, events: coalescer, link: { wake: () => {}, cancel: () => {} } })
  const run = async (request: ScanRequest = { mode: 'normal' }) =>
    scan({ db, tasks, coalescer, settleMs: 3000 }, (await findLibraryForScan(db, library.id))!, request, {
      signal: new AbortController().signal,
      onProgress: () => {},
    })
  /** Simulates the analyser's results, as far as they matter to a scan. */
  const analyse = () =>
    db.transaction(async (tx) => {
      for (const { id, path } of await tx
        .selectFrom('book')
        .select(['id', 'path'])
        .where('library_id', '=', library.id)
        .execute()) {
        const hash = await sampledFileHash(join(root, path))
        await tx.updateTable('book').set({ hash, analyzed: 1 }).where('id', '=', id).execute()
      }
      await tx.updateTable('task').set({ status: 'completed', completed_at: 1 }).execute()
    })
  return { id: library.id, root, run, analyse }
}

export async function addProgressToFirstBook(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await makeUser(tx)
    const book = await tx
      .selectFrom('book')
      .select(['id', 'series_id'])
      .where('path', '=', 'S/a.cbz')
      .executeTakeFirstOrThrow()
    await makeProgress(tx, user.id, book, { uid: user.uid, page: 5 })
  })
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
export const identities = async (db: TestDatabase['db']) =>
  (await db.query.selectFrom('book').select(['id', 'uid']).orderBy('id').execute()).map(
    (row) => `${row.id} ${hex(row.uid)}`,
  )
export const seriesIds = async (db: Db) =>
  (await db.query.selectFrom('series').select(['id', 'uid']).orderBy('id').execute()).map(
    (row) => `${row.id} ${hex(row.uid)}`,
  )
export const paths = async (db: Db) =>
  (await db.query.selectFrom('book').select('path').where('deleted_at', 'is', null).orderBy('path').execute()).map(
    (row) => row.path,
  )
export const hashes = async (db: Db) => db.query.selectFrom('book').select(['id', 'hash']).orderBy('id').execute()
export const seriesCounts = async (db: Db) =>
  (await db.query.selectFrom('series').select('book_count').execute()).map((row) => row.book_count)
export const classCounts = async (db: Db) =>
  db.query.selectFrom('class').select(['books', 'series']).where('series', '>', 0).execute()
export const titles = async (db: Db) =>
  (
    await db.query
      .selectFrom('book')
      .innerJoin('series', 'series.id', 'book.series_id')
      .select(['book.title', 'series.title as series'])
      .orderBy('book.path')
      .execute()
  ).map((row) => `${row.series}: ${row.title}`)
