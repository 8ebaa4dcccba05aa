import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { makeBook, makeLibrary, makeSeries, makeUser } from '../../../test/rows.ts'
import { type Db, openDatabase } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import { readVisibility } from '../visibility/read-visibility.ts'
import { seesEverything } from '../visibility/visible-classes.ts'
import { collectionKind, readListKind } from './list-kind.ts'
import { findCuratedList, listCuratedLists, listVisibleMemberIds } from './read.ts'
import { refreshRuleLists } from './refresh-rule-lists.ts'
import { findMemberUidsById } from './translate-member-ids.ts'
import {
  changeCuratedList,
  changeListMembers,
  createCuratedList,
  deleteCuratedList,
  readAllMemberIds,
  setManualListMembers,
} from './write.ts'

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
    const {
      shelf: list,
      a,
      b,
    } = await db.transaction(async (tx) => {
      const series = await makeSeries(tx, await makeLibrary(tx))
      const a = await makeBook(tx, series, { title: 'A', sort_key: 'a' })
      const b = await makeBook(tx, series, { title: 'B', sort_key: 'b' })
      const list = await createCuratedList(tx, readListKind, {
        name: 'Event',
        summary: null,
        isOrdered: true,
        ownerId: null,
      })
      await setManualListMembers(tx, readListKind, { ...list, ownerId: null }, [b.id, a.id, b.id])
      return { shelf: list, a, b }
    })
    const found = await findCuratedList(db, viewer(1), readListKind, list.uid)
    expect(found).toMatchObject({ name: 'Event', memberCount: 2, isOrdered: true })
    expect((await listVisibleMemberIds(db, viewer(1), readListKind, found!, page)).ids).toEqual([b.id, a.id])
    expect(
      (await listVisibleMemberIds(db, viewer(1), readListKind, { ...found!, isOrdered: false }, page)).ids,
    ).toEqual([a.id, b.id])
  })

  it('shows a private list only to its owner', async () => {
    const { db } = await open()
    const [me, other] = await db.transaction(async (tx) => [await makeUser(tx), await makeUser(tx)])
    const list = await db.transaction((tx) =>
      createCuratedList(tx, collectionKind, { name: 'Mine', summary: null, isOrdered: false, ownerId: me.id }),
    )
    expect(await findCuratedList(db, viewer(me.id), collectionKind, list.uid)).toBeDefined()
    expect(await findCuratedList(db, viewer(other.id), collectionKind, list.uid)).toBeUndefined()
    expect((await listCuratedLists(db, viewer(other.id), collectionKind, page)).total).toBe(0)
  })

  it('hides a shared list from users who may see none of its members', async () => {
    const { db } = await open()
    const { ids, child, ...sees } = await db.transaction(async (tx) => {
      const library = await makeLibrary(tx)
      const adult = await makeSeries(tx, library, { age_rating: 18 })
      const child = await makeSeries(tx, library, { age_rating: 6 })
      const secret = await createCuratedList(tx, collectionKind, {
        name: 'Secret',
        summary: null,
        isOrdered: false,
        ownerId: null,
      })
      await setManualListMembers(tx, collectionKind, { ...secret, ownerId: null }, [adult.id])
      const mixed = await createCuratedList(tx, collectionKind, {
        name: 'Mixed',
        summary: null,
        isOrdered: false,
        ownerId: null,
      })
      await setManualListMembers(tx, collectionKind, { ...mixed, ownerId: null }, [adult.id, child.id])
      const ids = [adult.id, child.id]
      return { ids, child, ageLimit: 12, allowUnrated: true, allowTagIds: [], denyTagIds: [] }
    })
    const restricted = viewer(1, await readVisibility(db, sees))
    expect(await findMemberUidsById(db, restricted, collectionKind, ids)).toEqual([child.uid])
    const found = await listCuratedLists(db, restricted, collectionKind, page)
    expect(found.data.map((list) => [list.name, list.memberCount])).toEqual([['Mixed', 1]])
    expect(found.total).toBe(1)
    expect((await listCuratedLists(db, viewer(1), collectionKind, page)).total).toBe(2)
  })

  it('is found by part of its name, changed and deleted', async () => {
    const { db } = await open()
    const list = { name: 'Crisis Événements', summary: 's', isOrdered: true, ownerId: null }
    const { id } = await db.transaction((tx) => createCuratedList(tx, readListKind, list))
    expect((await listCuratedLists(db, viewer(1), readListKind, { ...page, search: 'evenem' })).total).toBe(1)
    expect((await listCuratedLists(db, viewer(1), readListKind, { ...page, search: 'nothing' })).total).toBe(0)
    await db.transaction((tx) => changeCuratedList(tx, readListKind, id, { ...list, name: 'Spider-Man in Łódź' }))
    expect((await listCuratedLists(db, viewer(1), readListKind, { ...page, search: 'lodz spiderman' })).total).toBe(1)
    await db.transaction((tx) => changeCuratedList(tx, readListKind, id, { ...list, name: 'The best of 2024' }))
    for (const search of ['2024', 'the BEST', '20']) {
      expect((await listCuratedLists(db, viewer(1), readListKind, { ...page, search })).total, search).toBe(1)
    }
    await db.transaction((tx) => changeCuratedList(tx, readListKind, id, { ...list, name: 'New' }))
    expect((await listCuratedLists(db, viewer(1), readListKind, page)).data[0]?.name).toBe('New')
    await db.transaction((tx) => deleteCuratedList(tx, readListKind, { id, ownerId: null }))
    expect((await listCuratedLists(db, viewer(1), readListKind, page)).total).toBe(0)
  })

  it('loses no concurrent additions, removals or deletions', async () => {
    const { db } = await open()
    const fields = { name: 'Busy', summary: null, isOrdered: true, ownerId: null }
    const { list, books } = await db.transaction(async (tx) => {
      const series = await makeSeries(tx, await makeLibrary(tx))
      const books: number[] = []
      for (let i = 0; i < 8; i++) books.push((await makeBook(tx, series)).id)
      return { list: { ...(await createCuratedList(tx, readListKind, fields)), ownerId: null }, books }
    })
    const change = (to: (now: number[]) => number[]) =>
      db.transaction((tx) => changeListMembers(tx, db, readListKind, list, to))
    await Promise.all(books.map((book) => change((now) => [...now, book])))
    expect((await readAllMemberIds(db.query, readListKind, list.id)).toSorted()).toEqual(books.toSorted())
    await Promise.all(books.slice(1).map((gone) => change((now) => now.filter((id) => id !== gone))))
    expect(await readAllMemberIds(db.query, readListKind, list.id)).toEqual([books[0]])
    await db.transaction((tx) => deleteCuratedList(tx, readListKind, list))
    await expect(change((now) => now)).rejects.toThrow('There is no such read list.')
  })

  it('follows its condition if several servers update it at the same time', async () => {
    const { db, options } = await open()
    const rule = { condition: {}, filter: { all: [] } }
    const { id } = await db.transaction(async (tx) => {
      const library = await makeLibrary(tx)
      for (let i = 0; i < 5; i++) await makeBook(tx, await makeSeries(tx, library))
      return createCuratedList(tx, collectionKind, {
        name: 'All',
        summary: null,
        isOrdered: false,
        ownerId: null,
        rule,
      })
    })
    const servers: Db[] = []
    for (let i = 0; i < 4; i++) servers.push(await openDatabase(options))
    try {
      await Promise.all(servers.map((server) => refreshRuleLists(server, collectionKind)))
      expect(await readAllMemberIds(db.query, collectionKind, id)).toHaveLength(5)
    } finally {
      for (const server of servers) await server.close()
    }
  })
})
