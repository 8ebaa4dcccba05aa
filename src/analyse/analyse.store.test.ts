import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { onBothDatabases } from '../../test/databases.ts'
import { openScanPipeline, putComic, putFile, tidyUp } from '../../test/scan-pipeline.ts'
import { defaultLimits } from '../formats/limits.ts'
import { openPublication } from '../formats/open-publication.ts'
import { findFileToAnalyse } from '../store/book/find-file-to-analyse.ts'
import { decodePageIndex } from '../store/book/page-index.ts'
import { writeBookOrder } from '../store/series/write-finalised-series.ts'
import { bytesToUuid } from '../store/uid.ts'
import { makeStrategiesFor } from '../strategies/library-strategies.ts'
import { finaliseSeries, planFinalising } from './finalise-series.ts'
import { analyseBookTask } from './tasks.ts'
import { writeAnalysedFiles } from './write-analysed-files.ts'

afterAll(tidyUp)

const opf = (title: string) =>
  `<package xmlns="http://www.idpf.org/2007/opf" version="2.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title></metadata></package>`

onBothDatabases((open) => {
  const openPipeline = async (library: Parameters<typeof openScanPipeline>[1] = {}) =>
    openScanPipeline((await open()).db, library)

  it('a comic becomes a book with pages, metadata, a cover and words to be found by', async () => {
    const { db, root, heard, thumbnails, scan } = await openPipeline({ book_strategy: 'metadata_first' })
    putComic(
      root,
      'Bone/Bone 01.cbz',
      '<Title>Out from Boneville</Title><Number>1</Number><Summary>Three cousins.</Summary><Writer>Jeff Smith</Writer>' +
        '<Publisher>Cartoon Books</Publisher><Year>1991</Year><Month>7</Month><Genre>Fantasy, Humour</Genre>' +
        '<Tags>dragons</Tags><AgeRating>Teen</AgeRating><LanguageISO>en</LanguageISO><Web>https://example.org/bone</Web>',
    )
    await scan()
    const book = await db.query.selectFrom('book').selectAll().executeTakeFirstOrThrow()
    expect(book).toMatchObject({
      title: 'Out from Boneville',
      number: 1,
      page_count: 2,
      analyzed: 1,
      analysis_error: null,
      release_date: 19910700,
      language: 'en',
      container: 'zip',
      layout: 'pages',
      cover_width: 13,
      cover_height: 20,
    })
    expect(book.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(book.sync_hash).toMatch(/^[0-9a-f]{32}$/)
    const { pages } = await db.query.selectFrom('book_pages').select('pages').executeTakeFirstOrThrow()
    expect(decodePageIndex(pages).map((one) => [one.fileName, one.width, one.height])).toEqual([
      ['1.jpg', 40, 60],
      ['2.jpg', 40, 60],
    ])
    expect(await thumbnails.find(bytesToUuid(book.uid), book.cover_version)).toBeDefined()
    const series = await db.query.selectFrom('series').selectAll().executeTakeFirstOrThrow()
    expect(series).toMatchObject({
      publisher: 'Cartoon Books',
      year: 1991,
      age_rating: 13,
      language: 'en',
      page_count: 2,
    })
    const genres = await db.query
      .selectFrom('series_genre')
      .innerJoin('genre', 'genre.id', 'series_genre.genre_id')
      .select('genre.name')
      .orderBy('genre.name')
      .execute()
    expect(genres.map((genre) => genre.name)).toEqual(['Fantasy', 'Humour'])
    expect(await db.query.selectFrom('book_person').select('role').execute()).toEqual([{ role: 'writer' }])
    expect(await db.query.selectFrom('book_external_link').select('url').execute()).toEqual([
      { url: 'https://example.org/bone' },
    ])
    const visible = await db.query.selectFrom('class').select(['age_rating', 'books']).where('books', '>', 0).execute()
    expect(visible).toEqual([{ age_rating: 13, books: 1 }])
    const types = new Set(heard.map(({ event }) => event.type))
    expect([...types]).toEqual(
      expect.arrayContaining(['scan_started', 'book_created', 'book_updated', 'scan_completed']),
    )
  })

  it('a locked field survives every scan, and a replaced file brings the rest', async () => {
    const { db, root, scan } = await openPipeline({ book_strategy: 'metadata_first' })
    putComic(
      root,
      'S/a.cbz',
      '<Title>First</Title><Publisher>P</Publisher><Genre>War</Genre><SeriesSort>s</SeriesSort>',
    )
    await scan()
    await db.transaction(async (tx) => {
      await tx.updateTable('book').set({ title: 'Mine' }).execute()
      await tx.updateTable('book_meta').set({ locks: '["title","number"]' }).execute()
      await tx.updateTable('book').set({ number: 7.5, number_text: '7.5' }).execute()
      await tx.updateTable('series').set({ publisher: 'Me', locks: '["publisher"]' }).execute()
    })
    putComic(root, 'S/a.cbz', '<Title>Second</Title><Publisher>Q</Publisher><Imprint>I</Imprint>', 3)
    await scan()
    const book = await db.query.selectFrom('book').selectAll().executeTakeFirstOrThrow()
    expect(book).toMatchObject({ title: 'Mine', number: 7.5, number_text: '7.5', page_count: 3, analyzed: 1 })
    const series = await db.query.selectFrom('series').selectAll().executeTakeFirstOrThrow()
    expect(series).toMatchObject({ publisher: 'Me', imprint: 'I', title_sort: null })
    expect(await db.query.selectFrom('series_genre').selectAll().execute()).toEqual([])
  })

  it('a bad file among many is listed as one error, which is removed once the file is good', async () => {
    const { db, root, tasks, scan, quiet } = await openPipeline()
    for (let n = 1; n <= 30; n++) putComic(root, `S/${n}.cbz`)
    putFile(root, 'S/bad.cbz', 'no archive at all')
    await scan()
    const errors = await db.query.selectFrom('book_error').select(['type', 'message']).execute()
    expect(errors).toEqual([{ type: 'format_detection', message: expect.any(String) }])
    const bad = await db.query.selectFrom('book').selectAll().where('analysis_error', 'is not', null).execute()
    expect(bad.map((book) => [book.path, book.analyzed])).toEqual([['S/bad.cbz', 0]])
    putComic(root, 'S/bad.cbz')
    await tasks.add(analyseBookTask, { bookId: bad[0]!.id, params: { force: true } })
    await quiet()
    expect(await db.query.selectFrom('book_error').select('type').execute()).toEqual([])
    const good = await db.query.selectFrom('book').selectAll().where('id', '=', bad[0]!.id).executeTakeFirstOrThrow()
    expect(good).toMatchObject({ analyzed: 1, analysis_error: null })
  })

  it('a book that is analysed twice at the same time is written once', async () => {
    const { db, root, scan } = await openPipeline()
    putComic(root, 'Bone/Bone 01.cbz', '<Summary>First</Summary>')
    await scan()
    const { id } = await db.query.selectFrom('book').select('id').executeTakeFirstOrThrow()
    const book = (await findFileToAnalyse(db, id))!
    const opened = await openPublication(book.file, defaultLimits)
    await opened.close()
    const read = opened.publication
    const facts = { size: 1, mtime: 1, inode: '1', hash: 'a'.repeat(64), syncHash: 'b'.repeat(32) }
    const [first, later] = ['First', 'Later'].map((summary) => ({
      book,
      read: { ...facts, publication: read, cover: null, problems: [] },
      metadata: { ...read.metadata, summary },
      cover: undefined,
      problems: [],
    }))
    const shared = { db, limits: defaultLimits, rulesFor: makeStrategiesFor(db) }
    const { books } = await writeAnalysedFiles(shared, [first!, later!], async () => {})
    expect(books).toHaveLength(1)
    expect((await db.query.selectFrom('book_meta').select('summary').executeTakeFirstOrThrow()).summary).toBe('Later')
  })

  it('books are numbered in natural order, and renumbered when a book is added between them', async () => {
    const { db, root, scan } = await openPipeline()
    for (const n of [1, 2, 10]) putComic(root, `S/S ${n}.cbz`)
    await scan()
    const numbers = async () =>
      (await db.query.selectFrom('book').select(['file_name', 'number']).orderBy('number').execute()).map(
        (book) => `${book.number} ${book.file_name}`,
      )
    expect(await numbers()).toEqual(['1 S 1.cbz', '2 S 2.cbz', '3 S 10.cbz'])
    putComic(root, 'S/S 3.cbz')
    await scan()
    expect(await numbers()).toEqual(['1 S 1.cbz', '2 S 2.cbz', '3 S 3.cbz', '4 S 10.cbz'])
    const rows = await db.query.selectFrom('book').selectAll().execute()
    const stale = rows.map((row) => ({ ...row, numberText: 'x', titleSort: null, updatedAt: row.updated_at - 1 }))
    await db.transaction((tx) => writeBookOrder(tx, stale, Date.now()))
    expect(await db.query.selectFrom('book').selectAll().execute()).toEqual(rows)
    rmSync(join(root, 'S/S 1.cbz'))
    await scan()
    const live = await db.query.selectFrom('book').select('number').where('class', '>', 0).orderBy('number').execute()
    expect(live.map((book) => book.number)).toEqual([1, 2, 3])
  })

  it('a sort title is removed with the title it belongs to', async () => {
    const { db, root, scan } = await openPipeline({ series_strategy: 'calibre', book_strategy: 'filename' })
    const sorted = async () => {
      await scan()
      return db.query.selectFrom('book').select(['title', 'title_sort']).executeTakeFirstOrThrow()
    }
    const opf = (title: string) =>
      `<package xmlns="http://www.idpf.org/2007/opf" version="2.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title><meta name="calibre:title_sort" content="Bone, The"/></metadata></package>`
    putComic(root, 'A/The Bone (1)/b.cbz')
    putFile(root, 'A/The Bone (1)/metadata.opf', opf('The Bone'))
    expect(await sorted()).toEqual({ title: 'The Bone', title_sort: 'Bone, The' })
    await db.transaction((tx) => tx.updateTable('library').set({ series_strategy: 'series_volume' }).execute())
    putComic(root, 'A/The Bone (1)/b.cbz', undefined, 4)
    expect(await sorted()).toEqual({ title: 'b', title_sort: null })
  })

  it('a title that Calibre transliterated in the folder name is that of the book', async () => {
    const { db, root, scan } = await openPipeline({ series_strategy: 'calibre' })
    const titles = async () => {
      await scan()
      return db.query.selectFrom('series').select('title').execute()
    }
    const comic = 'Natsume/Cao Zhen (1)/Cao Zhen - Natsume.cbz'
    putComic(root, comic)
    putFile(root, 'Natsume/Cao Zhen (1)/metadata.opf', opf('草枕'))
    expect(await titles()).toEqual([{ title: '草枕' }])
    putFile(root, 'Natsume/Cao Zhen (1)/metadata.opf', opf('草枕 (新装版)'))
    putComic(root, comic, undefined, 4)
    expect(await titles()).toEqual([{ title: '草枕 (新装版)' }])
    rmSync(join(root, 'Natsume/Cao Zhen (1)/metadata.opf'))
    putComic(root, comic, undefined, 5)
    expect(await titles()).toEqual([{ title: 'Cao Zhen' }])
  })

  it('a title is followed when Calibre renames the folder with it', async () => {
    const { db, root, scan } = await openPipeline({ series_strategy: 'calibre' })
    putComic(root, 'Natsume/Botchan (1)/Botchan - Natsume.cbz')
    putFile(root, 'Natsume/Botchan (1)/metadata.opf', opf('Botchan'))
    await scan()
    renameSync(join(root, 'Natsume/Botchan (1)'), join(root, 'Natsume/Young Master (1)'))
    const folder = join(root, 'Natsume/Young Master (1)')
    renameSync(join(folder, 'Botchan - Natsume.cbz'), join(folder, 'Young Master - Natsume.cbz'))
    writeFileSync(join(folder, 'metadata.opf'), opf('The Young Master'))
    await scan()
    const books = await db.query.selectFrom('book').select('title').execute()
    const series = await db.query.selectFrom('series').select('title').where('class', '<>', 0).execute()
    expect([...books, ...series]).toEqual([{ title: 'The Young Master' }, { title: 'The Young Master' }])
  })

  it('a book moves to the series that its file names once the file is analysed', async () => {
    const { db, root, scan } = await openPipeline({ series_strategy: 'flat' })
    putComic(root, 'x/aaa 1.cbz', '<Series>Bone</Series>')
    putComic(root, 'y/bbb 2.cbz', '<Series>Bone</Series>')
    await scan()
    const series = await db.query.selectFrom('series').select(['title', 'book_count']).execute()
    expect(series).toEqual([{ title: 'Bone', book_count: 2 }])
  })

  it('series.json next to the books sets the metadata of the series', async () => {
    const { db, root, scan } = await openPipeline()
    putComic(root, 'Saga/Saga 1.cbz', '<Publisher>Wrong</Publisher>')
    const metadata = {
      type: 'comicSeries',
      name: 'Saga',
      publisher: 'Image',
      year: 2012,
      status: 'Continuing',
      total_issues: 108,
    }
    putFile(root, 'Saga/series.json', JSON.stringify({ version: '1.0.2', metadata }))
    await scan()
    const said = { publisher: 'Image', year: 2012, status: 'ongoing', total_book_count: 108 }
    const series = () => db.query.selectFrom('series').selectAll().executeTakeFirstOrThrow()
    expect(await series()).toMatchObject(said)

    // An unavailable share doesn't remove any of it.
    const { id } = await series()
    const settleAgain = async () => {
      const plan = await planFinalising({ db, rulesFor: makeStrategiesFor(db), limits: defaultLimits }, [id])
      await db.transaction((tx) => finaliseSeries(tx, db.kind, plan, [id], { now: Date.now() }))
    }
    renameSync(root, `${root}-away`)
    await settleAgain()
    expect(await series()).toMatchObject(said)
    renameSync(`${root}-away`, root)
    rmSync(join(root, 'Saga/series.json'))
    await settleAgain()
    expect(await series()).toMatchObject({ publisher: 'Wrong', year: null, status: null, total_book_count: null })
  })
})
