import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { makeLibrary, makeProgress, makeUser } from '../../test/rows.ts'
import { makeFolder, putFile, tidyUp } from '../../test/scan-pipeline.ts'
import { sampledFileHash } from '../formats/identity/sampled-file-hash.ts'
import { findLibraryForScan } from '../store/library/library-for-scan.ts'
import { type Db, openDatabase } from '../store/open.ts'
import { openTasks } from '../tasks/tasks.ts'
import { scan } from './scan.ts'
import { pathPredicatesOf } from './walk/path-rules.ts'
import { walk } from './walk/walk.ts'
import type { WalkRequest } from './walk/walk-thread.ts'

afterAll(tidyUp)

/** Killed without warning at every place where a scan writes, and once while it only reads. */
describe('a scan that is killed', () => {
  it('leaves no partial changes, and the next scan completes it', async () => {
    const { dataDir, libraryId, before } = await prepare()
    const whole = copyOf(dataDir)
    const { said } = await run(whole, libraryId, 'end')
    const expected = await stateOf(whole)
    expect(expected.books).toEqual(before.books)
    const transactions = Number(/ended after (\d+)/.exec(said)?.[1])
    expect(transactions).toBeGreaterThan(2)

    const places = ['walk']
    for (let n = 1; n <= transactions; n++) places.push(`${n}:worked`, `${n}:done`)
    for (const place of places) {
      const copy = copyOf(dataDir)
      const { wasKilled } = await run(copy, libraryId, place)
      expect([place, wasKilled]).toEqual([place, true])
      const between = await stateOf(copy)
      expect([place, between.books]).toEqual([place, before.books])
      expect([place, between.isConsistent]).toEqual([place, true])
      await runHere(copy, libraryId)
      const after = await stateOf(copy)
      expect([place, after.books]).toEqual([place, before.books])
      expect([place, after.placements, after.isConsistent]).toEqual([place, expected.placements, true])
    }
  })
})

async function prepare() {
  const root = makeFolder()
  for (const series of ['Akira', 'Bone', 'Saga'])
    for (const n of [1, 2, 3]) putFile(root, `${series}/${n}.cbz`, `${series} ${n}`)
  const dataDir = makeFolder()
  const db = await openDatabase({ dataDir, writes: 'inline' })
  const { id: libraryId } = await db.transaction((tx) => makeLibrary(tx, { path: root }))
  await db.close()
  await runHere(dataDir, libraryId)
  await readAll(dataDir, root)
  const before = await stateOf(dataDir)
  // Everything that can happen to files, at once.
  renameSync(join(root, 'Bone'), join(root, 'Bone (1991)'))
  mkdirSync(join(root, 'Other'))
  renameSync(join(root, 'Akira/1.cbz'), join(root, 'Other/1.cbz'))
  rmSync(join(root, 'Akira/2.cbz'))
  putFile(root, 'Saga/1.cbz', 'a new edition')
  renameSync(join(root, 'Saga/2.cbz'), join(root, 'Saga/x'))
  renameSync(join(root, 'Saga/3.cbz'), join(root, 'Saga/2.cbz'))
  renameSync(join(root, 'Saga/x'), join(root, 'Saga/3.cbz'))
  putFile(root, 'New/1.cbz', 'new')
  return { dataDir, libraryId, before }
}

/** Simulates the state left by the analyser and the readers. */
async function readAll(dataDir: string, root: string): Promise<void> {
  await using(dataDir, (db) =>
    db.transaction(async (tx) => {
      const user = await makeUser(tx)
      for (const book of await tx.selectFrom('book').select(['id', 'series_id', 'path']).execute()) {
        const hash = await sampledFileHash(join(root, book.path))
        await tx.updateTable('book').set({ hash, analyzed: 1 }).where('id', '=', book.id).execute()
        await makeProgress(tx, user.id, book, { page: book.id })
      }
      await tx.updateTable('task').set({ status: 'completed', completed_at: 1 }).execute()
    }),
  )
}

/** What must never change (ids and progress), the paths and series of books, and whether all counters are right. */
async function stateOf(dataDir: string) {
  return using(dataDir, async (db) => {
    const books = await db.query
      .selectFrom('book')
      .innerJoin('progress', 'progress.book_id', 'book.id')
      .select(['book.id', 'book.uid', 'progress.page', 'progress.uid as progress'])
      .orderBy('book.id')
      .execute()
    const placements = await db.query
      .selectFrom('book')
      .innerJoin('series', 'series.id', 'book.series_id')
      .select(['book.path', 'series.path as seriesPath', 'book.deleted_at'])
      .orderBy('book.path')
      .execute()
    const { rows: wrong } = await sql`select s.id from series s where s.book_count <> (
      select count(*) from book b where b.series_id = s.id and b.deleted_at is null)`.execute(db.query)
    const strays = await db.query
      .selectFrom('progress as p')
      .innerJoin('book as b', 'b.id', 'p.book_id')
      .select('p.book_id')
      .whereRef('p.series_id', '<>', 'b.series_id')
      .execute()
    return {
      books: books.map((book) => ({ ...book, uid: hex(book.uid), progress: hex(book.progress) })),
      placements: placements.map(
        (book) => `${book.deleted_at === null ? '' : '(gone) '}${book.seriesPath}: ${book.path}`,
      ),
      isConsistent: wrong.length === 0 && strays.length === 0,
    }
  })
}

async function using<T>(dataDir: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = await openDatabase({ dataDir, writes: 'inline', migrate: false })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

function copyOf(dataDir: string): string {
  const copy = makeFolder()
  cpSync(dataDir, copy, { recursive: true })
  return copy
}

/** Runs a scan normally, in this process. */
async function runHere(dataDir: string, libraryId: number): Promise<void> {
  await using(dataDir, async (db) => {
    const coalescer = { emit: () => {}, flush: () => {}, close: () => {} }
    const tasks = openTasks({ db, events: coalescer, link: { wake: () => {}, cancel: () => {} } })
    const library = (await findLibraryForScan(db, libraryId))!
    const walkHere = ({ root, rules }: WalkRequest) => walk({ root, ...pathPredicatesOf(rules) })
    const context = { signal: new AbortController().signal, onProgress: () => {} }
    await scan({ db, tasks, coalescer, settleMs: 0, walk: walkHere }, library, { mode: 'normal' }, context)
  })
}

const script = fileURLToPath(new URL('./killed-scan.fixture.ts', import.meta.url))

function run(dataDir: string, libraryId: number, place: string): Promise<{ wasKilled: boolean; said: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, dataDir, String(libraryId), place], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    let complaint = ''
    child.stdout.on('data', (bytes) => {
      said += bytes
      if (said.includes('stopped')) child.kill('SIGKILL')
    })
    child.stderr.on('data', (bytes) => {
      complaint += bytes
    })
    child.on('exit', (code, signal) => {
      if (code === 0 || signal === 'SIGKILL') resolve({ wasKilled: signal === 'SIGKILL', said })
      else reject(new Error(complaint))
    })
  })
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
