import { createWriteStream, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import yazl from 'yazl'
import { onBothDatabases } from '../../test/databases.ts'
import { makeLibrary } from '../../test/rows.ts'
import { coalesce } from '../events/coalesce.ts'
import type { Happened } from '../events/events.ts'
import { openEvents } from '../events/events.ts'
import { ReadingThreads } from '../formats/isolate/threads.ts'
import { defaultLimits } from '../formats/limits.ts'
import { openThumbnailFolder } from '../images/thumbnail-store.ts'
import { shelfRulesFor } from '../scan/shelf-rules.ts'
import { scanLibrary } from '../scan/tasks.ts'
import { scanWorks } from '../scan/work.ts'
import { decodePages } from '../store/book/page-index.ts'
import { bytesToUuid } from '../store/uid.ts'
import { openTasks } from '../tasks/tasks.ts'
import { TaskWorker } from '../tasks/worker.ts'
import { analyseBook } from './tasks.ts'
import { analyseWorks } from './work.ts'

const folders: string[] = []
const threads = new ReadingThreads({ threads: 1, limits: defaultLimits })
afterAll(() => {
  threads.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-analyse-'))
  folders.push(folder)
  return folder
}

const page = await sharp({ create: { width: 40, height: 60, channels: 3, background: '#3366cc' } })
  .jpeg()
  .toBuffer()

async function putComic(root: string, path: string, info = '', pages = 2): Promise<void> {
  const zip = new yazl.ZipFile()
  for (let n = 1; n <= pages; n++) zip.addBuffer(page, `${n}.jpg`, { compress: false })
  if (info) zip.addBuffer(Buffer.from(`<?xml version="1.0"?><ComicInfo>${info}</ComicInfo>`), 'ComicInfo.xml')
  zip.end()
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  await finished(zip.outputStream.pipe(createWriteStream(file)))
  utimesSync(file, 1_600_000_000 + pages, 1_600_000_000 + pages)
}

onBothDatabases((open) => {
  async function house(library: Parameters<typeof makeLibrary>[1] = {}) {
    const { db } = await open()
    const root = makeFolder()
    const { id } = await db.transaction((tx) => makeLibrary(tx, { path: root, ...library }))
    const events = openEvents()
    const heard: Happened[] = []
    events.on((happened) => heard.push(happened))
    const news = coalesce(events, { perSecond: 1000 })
    const tasks = openTasks({ db, events, link: { wake: () => worker.wake(), cancel: (task) => worker.cancel(task) } })
    const thumbnails = openThumbnailFolder(join(makeFolder(), 'thumbnails'))
    const covers = { thumbnails, options: () => ({ small: 20, large: 40, quality: 80, maxPixels: 1e7 }) }
    const shared = {
      db,
      tasks,
      news,
      limits: defaultLimits,
      rulesFor: shelfRulesFor,
      settleMs: 0,
      purge: async () => {},
    }
    const worker: TaskWorker = new TaskWorker({
      db,
      events,
      works: [...scanWorks(shared), ...analyseWorks({ ...shared, threads, covers })],
      lanes: { scan: 1, analyse: 8, shelve: 1, other: 1 },
      isOnlyWorker: true,
      pollMilliseconds: 100,
      onError: (error) => console.error(error),
    })
    const quiet = async () => {
      for (const end = Date.now() + 15_000; Date.now() < end; await sleep(20)) {
        const open = await db.query
          .selectFrom('task')
          .select('id')
          .where('status', 'in', ['pending', 'running'])
          .execute()
        if (open.length === 0) return
      }
      throw new Error('the tasks did not end in time')
    }
    const scanNow = async () => {
      await tasks.add(scanLibrary, { libraryId: id, params: { mode: 'normal' } })
      await quiet()
    }
    await worker.start()
    return { db, root, heard, tasks, thumbnails, scanNow, quiet, stop: () => worker.stop() }
  }

  it('a comic becomes a book with pages, metadata, a cover and words to be found by', async () => {
    const { db, root, heard, thumbnails, scanNow, stop } = await house({ book_strategy: 'metadata_first' })
    await putComic(
      root,
      'Bone/Bone 01.cbz',
      '<Title>Out from Boneville</Title><Number>1</Number><Summary>Three cousins.</Summary><Writer>Jeff Smith</Writer>' +
        '<Publisher>Cartoon Books</Publisher><Year>1991</Year><Month>7</Month><Genre>Fantasy, Humour</Genre>' +
        '<Tags>dragons</Tags><AgeRating>Teen</AgeRating><LanguageISO>en</LanguageISO><Web>https://example.org/bone</Web>',
    )
    await scanNow()
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
      cover_width: 27,
      cover_height: 40,
    })
    expect(book.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(book.sync_hash).toMatch(/^[0-9a-f]{32}$/)
    const { pages } = await db.query.selectFrom('book_pages').select('pages').executeTakeFirstOrThrow()
    expect(decodePages(pages).map((one) => [one.fileName, one.width, one.height])).toEqual([
      ['1.jpg', 40, 60],
      ['2.jpg', 40, 60],
    ])
    expect(await thumbnails.find(bytesToUuid(book.uid), book.cover_version, 'small')).toBeDefined()
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
    await stop()
  })

  it('a locked field survives every scan, and a replaced file brings the rest', async () => {
    const { db, root, scanNow, stop } = await house({ book_strategy: 'metadata_first' })
    await putComic(root, 'S/a.cbz', '<Title>First</Title><Publisher>P</Publisher>')
    await scanNow()
    await db.transaction(async (tx) => {
      await tx.updateTable('book').set({ title: 'Mine' }).execute()
      await tx.updateTable('book_meta').set({ locks: '["title","number"]' }).execute()
      await tx.updateTable('book').set({ number: 7.5, number_text: '7.5' }).execute()
      await tx.updateTable('series').set({ publisher: 'Me', locks: '["publisher"]' }).execute()
    })
    await putComic(root, 'S/a.cbz', '<Title>Second</Title><Publisher>Q</Publisher><Imprint>I</Imprint>', 3)
    await scanNow()
    const book = await db.query.selectFrom('book').selectAll().executeTakeFirstOrThrow()
    expect(book).toMatchObject({ title: 'Mine', number: 7.5, number_text: '7.5', page_count: 3, analyzed: 1 })
    const series = await db.query.selectFrom('series').selectAll().executeTakeFirstOrThrow()
    expect(series).toMatchObject({ publisher: 'Me', imprint: 'I' })
    await stop()
  })

  it('one bad file among many costs one error entry, which goes when the file is good', async () => {
    const { db, root, tasks, scanNow, quiet, stop } = await house()
    for (let n = 1; n <= 30; n++) await putComic(root, `S/${n}.cbz`)
    writeFileSync(join(root, 'S/bad.cbz'), 'no archive at all')
    await scanNow()
    const errors = await db.query.selectFrom('book_error').select(['type', 'message']).execute()
    expect(errors).toEqual([{ type: 'format_detection', message: expect.any(String) }])
    const bad = await db.query.selectFrom('book').selectAll().where('analysis_error', 'is not', null).execute()
    expect(bad.map((book) => [book.path, book.analyzed])).toEqual([['S/bad.cbz', 0]])
    await putComic(root, 'S/bad.cbz')
    await tasks.add(analyseBook, { bookId: bad[0]!.id, params: { force: true } })
    await quiet()
    expect(await db.query.selectFrom('book_error').select('type').execute()).toEqual([])
    const good = await db.query.selectFrom('book').selectAll().where('id', '=', bad[0]!.id).executeTakeFirstOrThrow()
    expect(good).toMatchObject({ analyzed: 1, analysis_error: null })
    await stop()
  })

  it('books are numbered in natural order, and again when one comes between', async () => {
    const { db, root, scanNow, stop } = await house()
    for (const n of [1, 2, 10]) await putComic(root, `S/S ${n}.cbz`)
    await scanNow()
    const numbers = async () =>
      (await db.query.selectFrom('book').select(['file_name', 'number']).orderBy('number').execute()).map(
        (book) => `${book.number} ${book.file_name}`,
      )
    expect(await numbers()).toEqual(['1 S 1.cbz', '2 S 2.cbz', '3 S 10.cbz'])
    await putComic(root, 'S/S 3.cbz')
    await scanNow()
    expect(await numbers()).toEqual(['1 S 1.cbz', '2 S 2.cbz', '3 S 3.cbz', '4 S 10.cbz'])
    rmSync(join(root, 'S/S 1.cbz'))
    await scanNow()
    const live = await db.query.selectFrom('book').select('number').where('class', '>', 0).orderBy('number').execute()
    expect(live.map((book) => book.number)).toEqual([1, 2, 3])
    await stop()
  })

  it('where the file says the series, the book goes there once it has been read', async () => {
    const { db, root, scanNow, stop } = await house({ series_strategy: 'flat' })
    await putComic(root, 'x/aaa 1.cbz', '<Series>Bone</Series>')
    await putComic(root, 'y/bbb 2.cbz', '<Series>Bone</Series>')
    await scanNow()
    const series = await db.query.selectFrom('series').select(['title', 'book_count']).execute()
    expect(series).toEqual([{ title: 'Bone', book_count: 2 }])
    await stop()
  })

  it('series.json beside the books speaks for the series', async () => {
    const { db, root, scanNow, stop } = await house()
    await putComic(root, 'Saga/Saga 1.cbz', '<Publisher>Wrong</Publisher>')
    const metadata = {
      type: 'comicSeries',
      name: 'Saga',
      publisher: 'Image',
      year: 2012,
      status: 'Continuing',
      total_issues: 108,
    }
    writeFileSync(join(root, 'Saga/series.json'), JSON.stringify({ version: '1.0.2', metadata }))
    await scanNow()
    const series = await db.query.selectFrom('series').selectAll().executeTakeFirstOrThrow()
    expect(series).toMatchObject({ publisher: 'Image', year: 2012, status: 'ongoing', total_book_count: 108 })
    await stop()
  })
})
