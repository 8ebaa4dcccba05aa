import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { makeBook, makeLibrary, makeSeries } from '../../../test/rows.ts'
import type { Viewer } from '../viewer.ts'
import { seesEverything } from '../visibility/visible-classes.ts'
import { matchExternalListBooks } from './match-external-list-books.ts'

const anyone: Viewer = {
  userId: 1,
  uid: '',
  username: '',
  role: 'reader',
  permissions: new Set(),
  sees: seesEverything,
  via: 'jwt',
}

onBothDatabases((open) => {
  it('distinguishes series with the same name by year, and compares numbers by value', async () => {
    const { db } = await open()
    const made = await db.transaction(async (tx) => {
      const library = await makeLibrary(tx)
      const old = await makeSeries(tx, library, { title: 'Batman (1940)' })
      const young = await makeSeries(tx, library, { title: 'Batman (2016)' })
      const beyond = await makeSeries(tx, library, { title: 'Batman Beyond' })
      return {
        old1: await makeBook(tx, old, { number: 1 }),
        young1: await makeBook(tx, young, { number: 1 }),
        young1half: await makeBook(tx, young, { number: 1.5 }),
        beyond2: await makeBook(tx, beyond, { number: 2 }),
      }
    })
    const request = (number: number, volume?: number) => ({ series: 'batman', number, volume, year: undefined })
    const found = await matchExternalListBooks(db, anyone, [
      request(1, 1940),
      request(1, 2016),
      request(1.5, 2016),
      request(2),
    ])
    expect(found.map((match) => match?.bookId)).toEqual([made.old1.id, made.young1.id, made.young1half.id, undefined])
  })

  // A pattern that looks for blanks before the year would try from each of them: minutes.
  it('looks up a name that is nearly all spaces like any other', async () => {
    const { db } = await open()
    const blank = { series: `x${' '.repeat(300_000)}x`, number: 1, volume: undefined, year: undefined }
    expect(await matchExternalListBooks(db, anyone, [blank])).toEqual([undefined])
  })
})
