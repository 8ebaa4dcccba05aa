import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, it } from 'vitest'
import { onBothDatabases } from '../../test/databases.ts'
import { makeLibrary, makeUser } from '../../test/rows.ts'
import { makeFolder, putComic, tidyUp } from '../../test/scan-pipeline.ts'
import { scan } from '../scan/scan.ts'
import { findLibraryForScan } from '../store/library/library-for-scan.ts'
import type { OpenOptions } from '../store/open.ts'
import { countUnfinishedTasks } from '../store/task/count-unfinished.ts'
import { findViewingRights } from '../store/user/viewing-rights.ts'
import { readVisibility } from '../store/visibility/read-visibility.ts'
import { openTasks } from '../tasks/tasks.ts'
import { analyseBookTask } from './tasks.ts'

afterAll(tidyUp)

onBothDatabases((open) => {
  it('a file that crashes its reading thread each time is marked as bad, the files read beside it are not', async () => {
    const { db, options } = await open()
    const root = makeFolder()
    const { id } = await db.transaction((tx) => makeLibrary(tx, { path: root }))
    const child = await db.transaction((tx) => makeUser(tx, { age_limit: 12 }))
    const coalescer = { emit: () => {}, flush: () => {}, close: () => {} }
    const tasks = openTasks({ db, events: coalescer, link: { wake: () => {}, cancel: () => {} } })
    const look = async () => {
      const library = (await findLibraryForScan(db, id))!
      const context = { signal: new AbortController().signal, onProgress: () => {} }
      await scan({ db, tasks, coalescer, settleMs: 0 }, library, { mode: 'normal' }, context)
    }
    const killers = () =>
      db.query.selectFrom('book').selectAll().where('path', 'like', '%Killer%').orderBy('path').execute()
    const errors = () => db.query.selectFrom('book_error').select(['book_id', 'type', 'message']).execute()

    const names = ['Akira/1', 'Bone/1', 'Bone/Killer 1', 'Bone/Killer 2', 'Bone/Zero', 'Saga/1']
    for (const name of names) putComic(root, `${name}.cbz`)
    await look()
    // The first time any of them could have been the cause.
    expect(await countDeaths(options)).toBe(5)
    const message = 'The file couldn’t be read: the analysis was aborted 3 times.'
    const [one, other] = await killers()
    for (const book of [one, other]) expect(book).toMatchObject({ analyzed: 0, analysis_error: message })
    expect(await errors()).toEqual([one, other].map((book) => ({ book_id: book!.id, type: 'other', message })))
    const read = await db.query.selectFrom('book').select('id').where('analyzed', '=', 1).execute()
    expect(read).toHaveLength(4)
    // Their analysis has ended.
    const sees = await readVisibility(db, (await findViewingRights(db, child.id))!)
    expect(sees.classes).toContain(one!.class)

    // Unchanged, they aren't retried until requested or replaced.
    await look()
    expect(await countUnfinishedTasks({ slowQuery: db.query })).toEqual({})
    await tasks.add(analyseBookTask, { bookId: one!.id, libraryId: id, params: { force: true } })
    putComic(root, 'Bone/Killer 2.cbz', '<Title>Tamed</Title>', 4)
    await look()
    expect(await countDeaths(options, 'nobody')).toBe(0)
    for (const book of await killers()) expect(book).toMatchObject({ analyzed: 1, analysis_error: null })
    expect(await errors()).toEqual([])
  })
})

/** Runs until the queue is empty; returns how often the reader died on the way. */
async function countDeaths({ url, dataDir }: OpenOptions, killer = 'Killer'): Promise<number> {
  for (let deaths = 0; ; deaths++) {
    const reader = new Worker(new URL('./killed-reader.fixture.ts', import.meta.url), {
      workerData: { options: { url, dataDir }, killer },
    })
    const [code] = await once(reader, 'exit')
    if (code === 0) return deaths
    expect(code).toBe(KILLED)
  }
}

const KILLED = 9
