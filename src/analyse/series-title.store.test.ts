import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { onBothDatabases } from '../../test/databases.ts'
import { openScanPipeline, putComic, putFile, tidyUp } from '../../test/scan-pipeline.ts'
import { finaliseSeriesTask } from './tasks.ts'

afterAll(tidyUp)

onBothDatabases((open) => {
  const smart = { book_strategy: 'smart', number_strategy: 'smart' }
  const openPipeline = async (library: Parameters<typeof openScanPipeline>[1] = {}) =>
    openScanPipeline((await open()).db, { ...smart, ...library })
  type Pipeline = Awaited<ReturnType<typeof openPipeline>>
  const titles = async ({ db }: Pipeline) =>
    (await db.query.selectFrom('series').select('title').where('class', '<>', 0).orderBy('path').execute()).map(
      (series) => series.title,
    )
  const names = async ({ db }: Pipeline) =>
    (await db.query.selectFrom('book').select('title').where('deleted_at', 'is', null).orderBy('path').execute()).map(
      (book) => book.title,
    )

  it('a series gets the title its books agree on instead of the name of its folder', async () => {
    const it = await openPipeline()
    putComic(it.root, 'amazing_spiderman/001.cbz', '<Series>Amazing Spider-Man</Series><Number>1</Number>')
    putComic(it.root, 'amazing_spiderman/002.cbz', '<Series>The Amazing Spider-Man</Series><Number>2</Number>')
    putComic(it.root, 'amazing_spiderman/003.cbz', '<Series>The Amazing Spider-Man</Series><Number>3.5</Number>')
    putComic(it.root, 'Mixed/a.cbz', '<Series>One</Series>')
    putComic(it.root, 'Mixed/b.cbz', '<Series>Two</Series>')
    await it.scan()
    expect(await titles(it)).toEqual(['Mixed', 'The Amazing Spider-Man'])
    expect(await names(it)).toEqual([
      'a',
      'b',
      'The Amazing Spider-Man #1',
      'The Amazing Spider-Man #2',
      'The Amazing Spider-Man #3.5',
    ])
    const half = await it.db.query
      .selectFrom('book')
      .select(['number', 'number_text'])
      .where('number', '=', 3.5)
      .execute()
    expect(half).toEqual([{ number: 3.5, number_text: '3.5' }])
    const words = await it.db.query.selectFrom('series').select(['sort_key', 'title_key']).orderBy('path').execute()
    expect(words[1]!.sort_key).not.toBe(words[1]!.title_key)
    const told = it.heard.filter(({ event }) => event.type === 'series_updated')
    expect(told.length).toBeGreaterThan(0)
  })

  it('a title follows the files, and is the name of the folder again when they no longer agree', async () => {
    const it = await openPipeline()
    putComic(it.root, 'Folder/1.cbz', '<Series>First</Series>')
    putComic(it.root, 'Folder/2.cbz', '<Series>First</Series>')
    await it.scan()
    expect(await titles(it)).toEqual(['First'])
    for (const n of [1, 2]) putComic(it.root, `Folder/${n}.cbz`, '<Series>Second</Series>', 3)
    await it.scan()
    expect(await titles(it)).toEqual(['Second'])
    putComic(it.root, 'Folder/2.cbz', '<Series>Third</Series>', 4)
    await it.scan()
    expect(await titles(it)).toEqual(['Folder'])
    rmSync(join(it.root, 'Folder/2.cbz'))
    await it.scan()
    expect(await titles(it)).toEqual(['Second'])
  })

  it('a locked title stays, and so does the name of the folder if the library is set up that way', async () => {
    const it = await openPipeline({ series_config: '{"titleFromMetadata":false}' })
    putComic(it.root, 'Folder/1.cbz', '<Series>Inside</Series>')
    await it.scan()
    expect(await titles(it)).toEqual(['Folder'])
    await it.db.transaction(async (tx) => {
      await tx.updateTable('library').set({ series_config: '{}' }).execute()
      await tx.updateTable('series').set({ title: 'Mine', locks: '["title"]' }).execute()
    })
    const finalise = async () => {
      const { id, library_id } = await it.db.query.selectFrom('series').selectAll().executeTakeFirstOrThrow()
      await it.tasks.add(finaliseSeriesTask, { seriesId: id, libraryId: library_id })
      await it.quiet()
    }
    await finalise()
    expect(await titles(it)).toEqual(['Mine'])
    await it.db.transaction((tx) => tx.updateTable('series').set({ locks: '[]' }).execute())
    await finalise()
    expect(await titles(it)).toEqual(['Inside'])
  })

  it('series.json decides for its folder; a series name that only some books have does not rename theirs', async () => {
    const it = await openPipeline()
    putComic(it.root, 'saga_folder/1.cbz', '<Series>Nope</Series>')
    putFile(it.root, 'saga_folder/series.json', '{"metadata":{"name":"Saga","year":2012,"volume":2}}')
    for (const n of [1, 2, 3]) putComic(it.root, `Author/Mistborn ${n}.cbz`, '<Series>Mistborn</Series>')
    putComic(it.root, 'Author/Elantris.cbz')
    putComic(it.root, 'Author/Warbreaker.cbz')
    await it.scan()
    expect(await titles(it)).toEqual(['Author', 'Saga'])
  })

  it('a file alone in the root gives its series its title, unless it is numbered or the title is generic', async () => {
    const it = await openPipeline()
    putComic(it.root, 'p-g-wodehouse_love-among-the-chickens.cbz', '<Title>Love Among the Chickens</Title>')
    putComic(it.root, 'Saga 001.cbz', '<Title>Chapter One</Title>')
    putComic(it.root, 'x_men.cbz', '<Title>Vol. 1</Title>')
    putComic(it.root, 'a_folder/a_book.cbz', '<Title>A Book</Title>')
    await it.scan()
    expect((await titles(it)).sort()).toEqual(['Love Among the Chickens', 'Saga', 'a folder', 'x men'])
  })
})
