import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { makeBook, makeLibrary, makeSeries, makeUser } from '../../../test/rows.ts'
import type { Viewer } from '../viewer.ts'
import { readVisibility, seesEverything } from '../visibility/visible-classes.ts'
import { findMemberUids } from './find-members.ts'
import { collections, readLists } from './kind.ts'
import { findShelf, listMembers, listShelves } from './read.ts'
import { changeShelf, createShelf, deleteShelf, setMembers } from './write.ts'

const viewer = (userId: number, sees = seesEverything): Viewer => ({
  userId,
  uid: '',
  username: 'x',
  role: 'reader',
  permissions: new Set(),
  sees,
  via: 'jwt',
})
const page = { limit: 10, offset: 0 }

onBothDatabases((open) => {
  it('keeps the order of its members, or sorts them by title', async () => {
    const { db } = await open()
    const { shelf, a, b } = await db.transaction(async (tx) => {
      const series = await makeSeries(tx, await makeLibrary(tx))
      const a = await makeBook(tx, series, { title: 'A', sort_key: 'a' })
      const b = await makeBook(tx, series, { title: 'B', sort_key: 'b' })
      const shelf = await createShelf(tx, readLists, { name: 'Event', summary: null, isOrdered: true, ownerId: null })
      await setMembers(tx, readLists, { ...shelf, ownerId: null }, [b.id, a.id, b.id])
      return { shelf, a, b }
    })
    const found = await findShelf(db, viewer(1), readLists, shelf.uid)
    expect(found).toMatchObject({ name: 'Event', memberCount: 2, isOrdered: true })
    expect((await listMembers(db, viewer(1), readLists, found!, page)).ids).toEqual([b.id, a.id])
    expect((await listMembers(db, viewer(1), readLists, { ...found!, isOrdered: false }, page)).ids).toEqual([
      a.id,
      b.id,
    ])
  })

  it('shows a private shelf only to its owner', async () => {
    const { db } = await open()
    const [me, other] = await db.transaction(async (tx) => [await makeUser(tx), await makeUser(tx)])
    const shelf = await db.transaction((tx) =>
      createShelf(tx, collections, { name: 'Mine', summary: null, isOrdered: false, ownerId: me.id }),
    )
    expect(await findShelf(db, viewer(me.id), collections, shelf.uid)).toBeDefined()
    expect(await findShelf(db, viewer(other.id), collections, shelf.uid)).toBeUndefined()
    expect((await listShelves(db, viewer(other.id), collections, page)).total).toBe(0)
  })

  it('hides a shared shelf, its count and its name from whoever may see nothing on it', async () => {
    const { db } = await open()
    const { ids, child, ...sees } = await db.transaction(async (tx) => {
      const library = await makeLibrary(tx)
      const adult = await makeSeries(tx, library, { age_rating: 18 })
      const child = await makeSeries(tx, library, { age_rating: 6 })
      const secret = await createShelf(tx, collections, {
        name: 'Secret',
        summary: null,
        isOrdered: false,
        ownerId: null,
      })
      await setMembers(tx, collections, { ...secret, ownerId: null }, [adult.id])
      const mixed = await createShelf(tx, collections, {
        name: 'Mixed',
        summary: null,
        isOrdered: false,
        ownerId: null,
      })
      await setMembers(tx, collections, { ...mixed, ownerId: null }, [adult.id, child.id])
      const ids = [adult.id, child.id]
      return { ids, child, ageLimit: 12, allowUnrated: true, allowTagIds: [], denyTagIds: [] }
    })
    const restricted = viewer(1, await readVisibility(db, sees))
    expect(await findMemberUids(db, restricted, collections, ids)).toEqual([child.uid])
    const found = await listShelves(db, restricted, collections, page)
    expect(found.data.map((shelf) => [shelf.name, shelf.memberCount])).toEqual([['Mixed', 1]])
    expect(found.total).toBe(1)
    expect((await listShelves(db, viewer(1), collections, page)).total).toBe(2)
  })

  it('is found by part of its name, changed and deleted', async () => {
    const { db } = await open()
    const shelf = { name: 'Crisis Événements', summary: 's', isOrdered: true, ownerId: null }
    const { id } = await db.transaction((tx) => createShelf(tx, readLists, shelf))
    expect((await listShelves(db, viewer(1), readLists, { ...page, search: 'evenem' })).total).toBe(1)
    expect((await listShelves(db, viewer(1), readLists, { ...page, search: 'nothing' })).total).toBe(0)
    await db.transaction((tx) => changeShelf(tx, readLists, id, { ...shelf, name: 'The best of 2024' }))
    for (const search of ['2024', 'the BEST', '20']) {
      expect((await listShelves(db, viewer(1), readLists, { ...page, search })).total, search).toBe(1)
    }
    await db.transaction((tx) => changeShelf(tx, readLists, id, { ...shelf, name: 'New' }))
    expect((await listShelves(db, viewer(1), readLists, page)).data[0]?.name).toBe('New')
    await db.transaction((tx) => deleteShelf(tx, readLists, { id, ownerId: null }))
    expect((await listShelves(db, viewer(1), readLists, page)).total).toBe(0)
  })
})
