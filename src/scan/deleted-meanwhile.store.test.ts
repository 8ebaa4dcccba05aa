import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { onBothDatabases } from '../../test/databases.ts'
import { openWorkHouse, putComic, tidyUp } from '../../test/work-house.ts'
import { applyChanges } from '../store/scan/apply.ts'
import { walkInThread } from './walk/in-thread.ts'

afterAll(tidyUp)

onBothDatabases((open) => {
  it('a book that somebody deletes with its file behind the back of a scan does not come back', async () => {
    const { db } = await open()
    let meanwhile = async () => {}
    const house = await openWorkHouse(
      db,
      {},
      {
        async *walk(order, signal) {
          const met = await Array.fromAsync(walkInThread(order, signal))
          await meanwhile()
          yield* met
        },
      },
    )
    putComic(house.root, 'S/a.cbz')
    putComic(house.root, 'S/b.cbz')
    await house.scan()
    const books = () => db.query.selectFrom('book').select(['id', 'path']).where('deleted_at', 'is', null).execute()
    const [first, second] = (await books()).toSorted((a, b) => a.path.localeCompare(b.path))
    meanwhile = async () => {
      rmSync(join(house.root, first!.path))
      await db.transaction((tx) => applyChanges(tx, db.kind, house.id, [{ kind: 'vanished', bookId: first!.id }]))
    }
    await house.scan()
    expect(await books()).toEqual([second])
  })
})
