import { expect, it } from 'vitest'
import { onBothDatabases, openTestDatabase } from '../../test/databases.ts'
import { accessRevisionIn, openAccessRevisionReader } from './access-revision.ts'
import { openDatabase } from './open.ts'
import { bumpRevisions } from './revision.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

onBothDatabases((open) => {
  it('is read once for all requests of one turn of the event loop, and again in the next', async () => {
    const { db, options } = await open()
    const other = await openDatabase({ ...options, migrate: false })
    try {
      const revision = openAccessRevisionReader(db)
      expect(accessRevisionIn(await revision())).toBe(0)
      await other.transaction((tx) => bumpRevisions(tx, 'access'))
      await nextTurn()
      expect(accessRevisionIn(await revision())).toBeGreaterThan(0)
    } finally {
      await other.close()
    }
  })

  it('is read again immediately after a change by this process', async () => {
    const { db } = await open()
    const revision = openAccessRevisionReader(db)
    await nextTurn()
    const seen = new Set<number>()
    for (let n = 1; n <= 20; n += 1) {
      void revision()
      await db.transaction((tx) => bumpRevisions(tx, 'access'))
      seen.add(accessRevisionIn(await revision()))
    }
    expect(seen.size).toBe(20)
  })
})

it('is read again immediately after a change on the same thread', async () => {
  const { options, drop } = await openTestDatabase('sqlite')
  const db = await openDatabase({ ...options, writes: 'inline' })
  const revision = openAccessRevisionReader(db)
  for (let n = 1; n <= 5; n += 1) {
    const before = accessRevisionIn(await revision())
    await db.transaction((tx) => bumpRevisions(tx, 'access'))
    expect(accessRevisionIn(await revision())).toBeGreaterThan(before)
  }
  await db.close()
  await drop()
})
