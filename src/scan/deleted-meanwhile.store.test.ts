import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { onBothDatabases } from '../../test/databases.ts'
import { openScanPipeline, putComic, tidyUp } from '../../test/scan-pipeline.ts'
import { applyScanChanges } from '../store/scan/apply-changes.ts'
import { walkInThread } from './walk/walk-in-thread.ts'

afterAll(tidyUp)

onBothDatabases((open) => {
  it('a book deleted with its file during a scan does not come back', async () => {
    const { db } = await open()
    let meanwhile = async () => {}
    const pipeline = await openScanPipeline(
      db,
      {},
      {
        async *walk(request, signal) {
          const met = await Array.fromAsync(walkInThread(request, signal))
          await meanwhile()
          yield* met
        },
      },
    )
    putComic(pipeline.root, 'S/a.cbz')
    putComic(pipeline.root, 'S/b.cbz')
    await pipeline.scan()
    const books = () => db.query.selectFrom('book').select(['id', 'path']).where('deleted_at', 'is', null).execute()
    const [first, second] = (await books()).toSorted((a, b) => a.path.localeCompare(b.path))
    meanwhile = async () => {
      rmSync(join(pipeline.root, first!.path))
      await db.transaction((tx) =>
        applyScanChanges(tx, db.kind, pipeline.id, [{ kind: 'vanished', bookId: first!.id }]),
      )
    }
    await pipeline.scan()
    expect(await books()).toEqual([second])
  })
})
