import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { onBothDatabases } from '../../test/databases.ts'
import { openScanPipeline, putComic, tidyUp } from '../../test/scan-pipeline.ts'
import { requeueTask } from '../store/task/running-tasks.ts'
import { walkInThread } from './walk/walk-in-thread.ts'

afterAll(tidyUp)

onBothDatabases((open) => {
  it('a renamed and rewritten book is recognised even if the first scan that found it was interrupted', async () => {
    const { db } = await open()
    let goesAway = false
    const pipeline = await openScanPipeline(
      db,
      {},
      {
        async *walk(request, signal) {
          yield* await Array.fromAsync(walkInThread(request, signal))
          if (goesAway) renameSync(pipeline.root, `${pipeline.root}-away`)
        },
      },
    )
    putComic(pipeline.root, 'Old/a.cbz')
    await pipeline.scan()
    const books = () => db.query.selectFrom('book').select(['id', 'path', 'deleted_at']).orderBy('id').execute()
    const [book] = await books()
    mkdirSync(join(pipeline.root, 'New'))
    renameSync(join(pipeline.root, 'Old/a.cbz'), join(pipeline.root, 'New/b.cbz'))
    writeFileSync(join(pipeline.root, 'New/b.cbz'), 'written to')

    goesAway = true
    const { id: task } = await pipeline.scan()
    expect((await books()).map(({ path }) => path)).toEqual(['Old/a.cbz', 'New/b.cbz'])
    renameSync(`${pipeline.root}-away`, pipeline.root)
    goesAway = false
    // As when another worker takes over from one that died.
    await db.transaction((tx) => requeueTask(tx, task, { runAfter: 0 }))
    pipeline.worker.wake()
    await pipeline.quiet()
    expect(await books()).toEqual([{ id: book!.id, path: 'New/b.cbz', deleted_at: null }])
    const { result } = await db.query
      .selectFrom('task')
      .select('result')
      .where('id', '=', task)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(result!)).toMatchObject({ booksAdded: 0, booksMoved: 1, booksDeleted: 0 })
  })

  it('a scan that found more books than before it was interrupted is not given up for it', async () => {
    const { db } = await open()
    const pipeline = await openScanPipeline(db)
    putComic(pipeline.root, 'Saga/1.cbz')
    const { id: task } = await pipeline.scan()
    const runAgain = async () => {
      await db.transaction(async (tx) => {
        await requeueTask(tx, task, { runAfter: 0 })
        await tx.updateTable('task').set({ attempts: 1 }).where('id', '=', task).execute()
      })
      pipeline.worker.wake()
      await pipeline.quiet()
      return db.query.selectFrom('task').select(['status', 'attempts']).where('id', '=', task).executeTakeFirstOrThrow()
    }
    expect(await runAgain()).toEqual({ status: 'completed', attempts: 2 })
    putComic(pipeline.root, 'Saga/2.cbz')
    expect(await runAgain()).toEqual({ status: 'completed', attempts: 1 })
  })
})
