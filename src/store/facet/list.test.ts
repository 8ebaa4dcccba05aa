import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { makeBook, makeLibrary, makeSeries, makeUser } from '../../../test/rows.ts'
import { makeTestViewer } from '../list/test-catalogue.fixture.ts'
import { recountSeries } from '../series/recount.ts'
import { listFacetValues } from './list.ts'

onBothDatabases((open) => {
  it('finds names by parts in any order, however their letters are typed', async () => {
    const { db } = await open()
    const userId = await db.transaction(async (tx) => {
      const library = await makeLibrary(tx)
      for (const publisher of ['Stanisław Lem', 'Éditions du Lombard', '!Rock!', 'アスキー']) {
        const series = await makeSeries(tx, library, { title: publisher, publisher, publisher_key: publisher })
        await makeBook(tx, series)
        await recountSeries(tx, [series.id])
      }
      return (await makeUser(tx)).id
    })
    const found = async (search: string) => {
      const page = await listFacetValues(db, makeTestViewer(userId), 'publisher', { search }, { offset: 0, limit: 9 })
      expect(page.total).toBe(page.data.length)
      return page.data.map(({ name }) => name)
    }
    for (const search of ['lem stanislaw', 'STANISŁAW', 'lem, s'])
      expect(await found(search)).toEqual(['Stanisław Lem'])
    expect(await found('editions')).toEqual(['Éditions du Lombard'])
    expect(await found('あすきー')).toEqual(['アスキー'])
    expect(await found('!')).toEqual(['!Rock!'])
    expect(await found(' ')).toHaveLength(4)
    expect(await found('lem nobody')).toEqual([])
  })
})
