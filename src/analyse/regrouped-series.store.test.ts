import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { onBothDatabases } from '../../test/databases.ts'
import { makeUser } from '../../test/rows.ts'
import { openScanPipeline, putComic, tidyUp } from '../../test/scan-pipeline.ts'
import { bytesToUuid } from '../store/uid.ts'

afterAll(tidyUp)

onBothDatabases((open) => {
  it('series that exist only until their files are read are announced as deleted, to those who saw them', async () => {
    const it = await openScanPipeline((await open()).db, { series_strategy: 'flat' })
    putComic(it.root, 'first.cbz', '<Series>Saga</Series><Number>1</Number>')
    putComic(it.root, 'second.cbz', '<Series>Saga</Series><Number>2</Number>')
    await it.scan()
    const series = await it.db.query.selectFrom('series').select(['uid', 'title']).execute()
    expect(series.map((one) => one.title)).toEqual(['Saga'])
    const left = bytesToUuid(series[0]!.uid)
    const of = (type: string) => it.heard.filter(({ event }) => event.type === type)
    const created = of('series_created').map(({ event }) => (event as { seriesId: string }).seriesId)
    const deleted = of('series_deleted').map(({ event }) => (event as { seriesId: string }).seriesId)
    expect(created.filter((id) => !deleted.includes(id))).toEqual([left])
    expect(of('series_deleted').map(({ audience }) => audience.class)).not.toContain(0)
    const books = of('book_updated').map(({ event }) => (event as { seriesId: string }).seriesId)
    expect(books.at(-1)).toBe(left)
  })

  it('books are named after the series that their metadata moves them to', async () => {
    const it = await openScanPipeline((await open()).db, {
      series_strategy: 'flat',
      book_strategy: 'smart',
      number_strategy: 'smart',
    })
    const titles = async () => {
      const rows = await it.db.query.selectFrom('book').select('title').orderBy('path').execute()
      return rows.map(({ title }) => title)
    }
    putComic(it.root, 'scan0007.cbz', '<Series>Monstress</Series><Number>7</Number>')
    await it.scan()
    expect(await titles()).toEqual(['Monstress #7'])
    const own = { title: 'Monsters', locks: '["title"]' }
    await it.db.transaction((tx) => tx.updateTable('series').set(own).execute())
    putComic(it.root, 'scan0008.cbz', '<Series>Monstress</Series><Number>8</Number>')
    await it.scan()
    expect(await titles()).toEqual(['Monstress #7', 'Monsters #8'])
  })

  it('what people did with a series goes to the one its books were moved to', async () => {
    const it = await openScanPipeline((await open()).db)
    for (const path of ['Old/1.cbz', 'New/2.cbz', 'Other/3.cbz']) putComic(it.root, path)
    await it.scan()
    const { db } = it
    const idOf = async (path: string) =>
      (await db.query.selectFrom('series').select('id').where('path', '=', path).executeTakeFirstOrThrow()).id
    const [old, target, other] = [await idOf('Old'), await idOf('New'), await idOf('Other')]
    await db.transaction(async (tx) => {
      const user = await makeUser(tx)
      await tx.insertInto('series_follow').values({ user_id: user.id, series_id: old, created_at: 1 }).execute()
      await tx.insertInto('match_never').values({ series_id: old, created_at: 1 }).execute()
      await tx
        .insertInto('series_relation')
        .values([
          { series_id: old, other_id: other, kind: 'sequel', source: 'user', created_at: 1 },
          { series_id: target, other_id: old, kind: 'prequel', source: 'user', created_at: 1 },
        ])
        .execute()
    })
    mkdirSync(join(it.root, 'New'), { recursive: true })
    renameSync(join(it.root, 'Old/1.cbz'), join(it.root, 'New/1.cbz'))
    await it.scan()
    expect(await db.query.selectFrom('series').select('id').where('id', '=', old).execute()).toEqual([])
    expect(await db.query.selectFrom('series_follow').select('series_id').execute()).toEqual([{ series_id: target }])
    expect(await db.query.selectFrom('match_never').select('series_id').execute()).toEqual([{ series_id: target }])
    const relations = await db.query.selectFrom('series_relation').select(['series_id', 'other_id']).execute()
    expect(relations).toEqual([{ series_id: target, other_id: other }])
    expect(it.heard.filter(({ event }) => event.type === 'series_deleted')).toHaveLength(1)
  })
})
