import { expect, it } from 'vitest'
import { onBothDatabases } from '../../test/databases.ts'
import { openDatabase } from './open.ts'
import { bumpRevisions, currentRevision, readRevision } from './revision.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

onBothDatabases((open) => {
  it('is the same text from currentRevision and readRevision', async () => {
    const { db } = await open()
    await db.transaction((tx) => bumpRevisions(tx, 'catalog', 'user:7'))
    const text = await currentRevision(db, 'catalog', 'user:7', 'user:8')
    expect(text).toMatch(/^[1-9a-z]\w+\.[1-9a-z]\w+\.0$/)
    expect(await readRevision(db, 'catalog', 'user:7', 'user:8')).toBe(text)
  })

  it('changes immediately with every change by this process', async () => {
    const { db } = await open()
    const seen = new Set<string>()
    for (let n = 1; n <= 10; n += 1) {
      void currentRevision(db, 'catalog')
      await db.transaction((tx) => bumpRevisions(tx, 'catalog'))
      seen.add(await currentRevision(db, 'catalog'))
    }
    expect(seen.size).toBe(10)
  })

  it('changes in the next turn of the event loop after a change by another process', async () => {
    const { db, options } = await open()
    const other = await openDatabase({ ...options, migrate: false })
    try {
      expect(await currentRevision(db, 'catalog')).toBe('0')
      await other.transaction((tx) => bumpRevisions(tx, 'catalog'))
      await nextTurn()
      expect(await currentRevision(db, 'catalog')).not.toBe('0')
    } finally {
      await other.close()
    }
  })

  it('never has an earlier value again after a backup is restored', async () => {
    const [{ db }, { db: restored }] = [await open(), await open()]
    const saved = Date.now() - 60_000
    for (const one of [db, restored]) {
      await one.transaction((tx) => tx.insertInto('revision').values({ scope: 'catalog', n: saved }).execute())
    }
    for (const one of [db, restored]) {
      await one.transaction((tx) => bumpRevisions(tx, 'catalog'))
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    expect(await currentRevision(restored, 'catalog')).not.toBe(await currentRevision(db, 'catalog'))
  })
})
