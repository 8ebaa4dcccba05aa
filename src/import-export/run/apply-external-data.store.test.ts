import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { makeLibrary, makeSeries } from '../../../test/rows.ts'
import { readExternalData } from '../../store/external/read-external-data.ts'
import { saveExternalData } from './apply-external-data.ts'

onBothDatabases((open) => {
  it('keeps all links with the same label', async () => {
    const { db } = await open()
    const urls = ['https://shop.example/1', 'https://shop.example/2', 'https://shop.example/3']
    const links = urls.map((url) => ({ label: 'Shop', url }))
    const series = await db.transaction(async (tx) => makeSeries(tx, await makeLibrary(tx)))
    for (let run = 0; run < 2; run++) {
      await db.transaction((tx) => saveExternalData(tx, 'series', series.id, { links }, Date.now()))
      const { links: stored } = (await readExternalData(db, 'series', [series.id])).get(series.id)!
      expect(stored.map(({ label, url }) => [label, url])).toEqual([
        ['Shop', urls[0]],
        ['Shop (2)', urls[1]],
        ['Shop (3)', urls[2]],
      ])
    }
  })
})
