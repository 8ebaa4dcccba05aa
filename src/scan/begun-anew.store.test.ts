import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { onBothDatabases } from '../../test/databases.ts'
import { openWorkHouse, putComic, tidyUp } from '../../test/work-house.ts'
import { returnTask } from '../store/task/run.ts'
import { walkInThread } from './walk/in-thread.ts'

afterAll(tidyUp)

onBothDatabases((open) => {
  it('a book that was renamed and written to is known also where the scan that met it first did not come to its end', async () => {
    const { db } = await open()
    let goesAway = false
    const house = await openWorkHouse(
      db,
      {},
      {
        async *walk(order, signal) {
          yield* await Array.fromAsync(walkInThread(order, signal))
          if (goesAway) renameSync(house.root, `${house.root}-away`)
        },
      },
    )
    putComic(house.root, 'Old/a.cbz')
    await house.scan()
    const books = () => db.query.selectFrom('book').select(['id', 'path', 'deleted_at']).orderBy('id').execute()
    const [book] = await books()
    mkdirSync(join(house.root, 'New'))
    renameSync(join(house.root, 'Old/a.cbz'), join(house.root, 'New/b.cbz'))
    writeFileSync(join(house.root, 'New/b.cbz'), 'written to')

    goesAway = true
    const { id: task } = await house.scan()
    expect((await books()).map(({ path }) => path)).toEqual(['Old/a.cbz', 'New/b.cbz'])
    renameSync(`${house.root}-away`, house.root)
    goesAway = false
    // As whoever takes over from a worker that died.
    await db.transaction((tx) => returnTask(tx, task, { runAfter: 0 }))
    house.worker.wake()
    await house.quiet()
    expect(await books()).toEqual([{ id: book!.id, path: 'New/b.cbz', deleted_at: null }])
    const { result } = await db.query
      .selectFrom('task')
      .select('result')
      .where('id', '=', task)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(result!)).toMatchObject({ booksAdded: 0, booksMoved: 1, booksDeleted: 0 })
  })
})
