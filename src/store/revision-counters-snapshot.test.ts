import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { onBothDatabases } from '../../test/databases.ts'
import { makeTestViewer } from './list/test-catalogue.fixture.ts'
import { openDatabase } from './open.ts'
import { bumpRevisions, type RevisionScope, revisionForViewer, revisionForViewerIfKnown } from './revision.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

onBothDatabases((open, kind) => {
  it('every reader sees what was committed before its request, also with many concurrent readers', async () => {
    const { db, options } = await open()
    const other = await openDatabase({ ...options, migrate: false })
    let isOver = false
    const askOn = async () => {
      while (!isOver) await db.readRevisions('access')
    }
    const crowd = Array.from({ length: 8 }, askOn)
    const late: string[] = []
    for (let round = 0; round < 100; round += 1) {
      await other.transaction((tx) => bumpRevisions(tx, 'catalog', `user:${round}`))
      const scopes = ['catalog', `user:${round}`]
      const committed = (await other.readRevisions(...scopes)).counts
      const told = await Promise.all(Array.from({ length: 5 }, () => db.readRevisions(...scopes)))
      for (const { counts } of told) {
        for (const scope of scopes) if (counts.get(scope) !== committed.get(scope)) late.push(`${round} ${scope}`)
      }
    }
    isOver = true
    await Promise.all(crowd)
    await other.close()
    expect(late).toEqual([])
  })

  it('readers in one turn of the event loop share a query, and each gets its own counters', async () => {
    const { db } = await open()
    const asked = vi.spyOn(db.firstQuery, 'executeQuery')
    const request = (many: number) => Array.from({ length: many }, (_, i) => db.readRevisions(`user:${i}`))
    const told = await Promise.all(request(100))
    expect(told.every(({ counts }, i) => counts.get(`user:${i}`) === 0)).toBe(true)
    expect(asked).toHaveBeenCalledTimes(1)
  })

  it('counters read for a request are not queried again, until this process changes something', async () => {
    const { db } = await open()
    await db.transaction((tx) => bumpRevisions(tx, 'catalog', 'user:1'))
    const asOf = await db.readRevisions('access', 'catalog', 'user:1')
    const viewer = { ...makeTestViewer(1), asOf }
    const known = await revisionForViewer(db, viewer, 'catalog', 'user:1')
    expect(known).toBe(await revisionForViewer(db, makeTestViewer(1), 'catalog', 'user:1'))
    expect(revisionForViewerIfKnown(db, viewer, 'catalog', 'user:1')).toBe(known)
    const isKnown = (...scopes: RevisionScope[]) => revisionForViewerIfKnown(db, viewer, ...scopes) !== undefined
    expect(isKnown('catalog', 'user:2')).toBe(kind === 'sqlite')

    await db.transaction((tx) => bumpRevisions(tx, 'catalog'))
    expect(isKnown('catalog')).toBe(kind === 'sqlite')
    expect(await revisionForViewer(db, viewer, 'catalog', 'user:1')).not.toBe(known)
  })

  it('no reader waits behind slow queries', { skip: kind === 'sqlite' }, async () => {
    const { db, options } = await open()
    const other = await openDatabase({ ...options, migrate: false })
    const holding = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const holds = other.transaction(async (tx) => {
      await sql`select pg_advisory_xact_lock(1)`.execute(tx)
      held.resolve()
      await holding.promise
    })
    await held.promise
    const long = [db.query, db.slowQuery].flatMap((query) =>
      Array.from({ length: 12 }, () => sql`select pg_advisory_xact_lock(1)`.execute(query)),
    )
    expect((await db.readRevisions('catalog')).counts.get('catalog')).toBe(0)
    holding.resolve()
    await Promise.all([holds, ...long])
    await other.close()
  })

  it('a long-lived viewer still sees changes made elsewhere', async () => {
    const { db, options } = await open()
    const other = await openDatabase({ ...options, migrate: false })
    const asOf = await db.readRevisions('catalog')
    const viewer = { ...makeTestViewer(1), asOf: { ...asOf, since: asOf.since - 2000 } }
    const before = await revisionForViewer(db, viewer, 'catalog')
    await other.transaction((tx) => bumpRevisions(tx, 'catalog'))
    await nextTurn()
    expect(await revisionForViewer(db, viewer, 'catalog')).not.toBe(before)
    await other.close()
  })
})
