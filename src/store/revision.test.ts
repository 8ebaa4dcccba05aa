import { expect, it } from 'vitest'
import { onBothDatabases } from '../../test/databases.ts'
import { openDatabase } from './open.ts'
import { bump, readRevision, revisionNow } from './revision.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

onBothDatabases((open) => {
  it('is the same text whichever way it is read', async () => {
    const { db } = await open()
    await db.transaction((tx) => bump(tx, 'catalog', 'user:7'))
    expect(await revisionNow(db, 'catalog', 'user:7', 'user:8')).toBe('1.1.0')
    expect(await readRevision(db, 'catalog', 'user:7', 'user:8')).toBe('1.1.0')
  })

  it('moves at once with a change of this process', async () => {
    const { db } = await open()
    for (let n = 1; n <= 10; n += 1) {
      void revisionNow(db, 'catalog')
      await db.transaction((tx) => bump(tx, 'catalog'))
      expect(await revisionNow(db, 'catalog')).toBe(String(n))
    }
  })

  it('moves in the next turn with a change of another process', async () => {
    const { db, options } = await open()
    const other = await openDatabase({ ...options, migrate: false })
    try {
      expect(await revisionNow(db, 'catalog')).toBe('0')
      await other.transaction((tx) => bump(tx, 'catalog'))
      await nextTurn()
      expect(await revisionNow(db, 'catalog')).toBe('1')
    } finally {
      await other.close()
    }
  })
})
