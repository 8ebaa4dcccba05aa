import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { readBooks } from '../book/read.ts'
import { openDatabase } from '../open.ts'
import { bumpRevisions } from '../revision.ts'
import type { Viewer } from '../viewer.ts'
import type { Visibility } from '../visibility/visible-classes.ts'
import { makeTestCatalogue, makeTestViewer } from './test-catalogue.fixture.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

onBothDatabases((open) => {
  it('a cached book is shown with its current values, to each viewer as they may see it', async () => {
    const { db, options } = await open()
    const { books, users } = await makeTestCatalogue(db)
    const other = await openDatabase({ ...options, migrate: false })
    const [me, you] = [makeTestViewer(users[0]!.id), makeTestViewer(users[1]!.id)]
    const book = books.find((one) => one.deleted_at === null)!
    /** As a request would, with the counters that were read for it. */
    const readOnce = async (viewer: Viewer, ids: readonly number[]) =>
      readBooks(db, { ...viewer, asOf: await db.readRevisions('catalog', `user:${viewer.userId}`) }, ids)
    /** The first answer counts; it is asked for again so that it is kept when the next change comes. */
    const read = async (viewer: Viewer, ids: readonly number[] = [book.id]) => {
      const found = await readOnce(viewer, ids)
      await readOnce(viewer, ids)
      return found
    }
    const title = async (viewer = me) => (await read(viewer))[0]?.title
    try {
      expect([await title(), await title(), await title(you)]).toEqual([book.title, book.title, book.title])

      await db.transaction(async (tx) => {
        await tx.updateTable('book').set({ title: 'Changed here' }).where('id', '=', book.id).execute()
        await bumpRevisions(tx, 'catalog')
      })
      expect([await title(), await title(you)]).toEqual(['Changed here', 'Changed here'])

      await other.transaction(async (tx) => {
        await tx.updateTable('library').set({ name: 'Changed there' }).where('id', '=', book.library_id).execute()
        await bumpRevisions(tx, 'catalog')
      })
      await nextTurn()
      expect((await read(me))[0]?.libraryName).toBe('Changed there')

      const progress = { page: 3, done: 0, percentage: 0.1, read_at: Date.now() }
      await db.transaction(async (tx) => {
        await tx.updateTable('progress').set(progress).where('user_id', '=', me.userId).execute()
        await bumpRevisions(tx, `user:${me.userId}`)
      })
      const all = books.map((one) => one.id)
      const pages = (await read(me, all)).flatMap((one) => (one.progress ? [one.progress.page] : []))
      expect(new Set(pages)).toEqual(new Set([3]))
      const theirs = (await read(you, all)).flatMap((one) => (one.progress ? [one.progress.page] : []))
      expect(theirs).not.toEqual(pages)

      const nothing: Visibility = { ...me.sees, everything: false, key: 'none', classes: [], bits: new Uint8Array(1) }
      expect(await title({ ...me, sees: nothing })).toBeUndefined()
      expect(await title()).toBe('Changed here')
    } finally {
      await other.close()
    }
  })

  it('a book that was shown twice is read again only after a change', async () => {
    const { db } = await open()
    const { books, users } = await makeTestCatalogue(db)
    const me = makeTestViewer(users[0]!.id)
    const ids = books.slice(0, 5).map((one) => one.id)
    const read = async () => readBooks(db, { ...me, asOf: await db.readRevisions('catalog', `user:${me.userId}`) }, ids)
    const [first] = await read()
    const [second] = await read()
    expect(second).not.toBe(first)
    expect((await read())[0]).toBe(second)
    await db.transaction((tx) => bumpRevisions(tx, 'catalog'))
    expect((await read())[0]).not.toBe(second)
  })
})
