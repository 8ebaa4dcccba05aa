import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { make7z } from '../../../test/fixtures/make-7z.ts'
import { makeEmptyPdf } from '../../../test/fixtures/make-empty-pdf.ts'
import { makePng } from '../../../test/fixtures/make-images.ts'
import { makeZip } from '../../../test/fixtures/make-zip.ts'
import { tempFiles } from '../../../test/fixtures/temp-files.ts'
import { defaultLimits } from '../limits.ts'
import { ReadingThreadPool } from './reading-thread-pool.ts'
import { analyseFileInThread, extractPagesInThread, renderPdfPageInThread } from './reading-thread-requests.ts'

const write = tempFiles()
const limits = defaultLimits
const pages = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`${n}.png`, makePng(100, 100 + n)]))
const comic = write('comic.cbz', makeZip(Object.entries(pages).map(([name, data]) => ({ name, data }))))
const threads = new ReadingThreadPool({ threads: 2, limits })
afterAll(() => threads.close())

describe('a file read on another thread', () => {
  it('comes back as plain data, with its cover', async () => {
    const { publication, cover } = await analyseFileInThread(threads, comic, { limits, withCover: true })
    expect(publication.pageCount).toBe(30)
    expect(cover?.mediaType).toBe('image/png')
    expect(Buffer.from(cover!.bytes)).toEqual(pages['0.png'])
  })

  it('comes back as a typed error when it is broken', async () => {
    await expect(analyseFileInThread(threads, write('bad.cbz', 'PK\x03\x04'), { limits })).rejects.toMatchObject({
      name: 'FormatError',
      type: 'parser',
    })
  })

  it('waits for a free thread, many at a time', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => analyseFileInThread(threads, comic, { limits })))
    expect(all.map(({ publication }) => publication.pageCount)).toEqual(Array(12).fill(30))
  })
})

describe('threads without work', () => {
  it('end after a while, and others take their place when there is work again', async () => {
    const brief = new ReadingThreadPool({ threads: 2, limits, restMs: 50 })
    const read = async () => (await analyseFileInThread(brief, comic, { limits })).publication.pageCount
    expect(await Promise.all([read(), read()])).toEqual([30, 30])
    expect(brief.count).toBeGreaterThan(0)
    await expect.poll(() => brief.count).toBe(0)
    expect(await read()).toBe(30)
    brief.close()
  })
})

describe('threads that are added only when they are needed', () => {
  it('are one for files that are read quickly, and more when nothing gets done', async () => {
    const slow = new ReadingThreadPool({ threads: 2, limits, addAfterMs: 60_000 })
    const read = async (from: ReadingThreadPool) =>
      (await analyseFileInThread(from, comic, { limits })).publication.pageCount
    // A job that waits while the thread starts may get another one.
    await read(slow)
    expect(await Promise.all(Array.from({ length: 6 }, () => read(slow)))).toEqual(Array(6).fill(30))
    expect(slow.count).toBe(1)
    slow.close()

    const eager = new ReadingThreadPool({ threads: 2, limits, addAfterMs: 0.01 })
    for (let n = 0; n < 2; n++) await read(eager)
    const pdf = write('large.pdf', makeEmptyPdf(300, 400))
    const drawing = Array.from({ length: 4 }, () =>
      renderPdfPageInThread(eager, pdf, { index: 0, width: 1000 }, { limits }),
    )
    await expect.poll(() => eager.count, { interval: 1 }).toBe(2)
    await Promise.all(drawing)
    eager.close()
  })
})

describe('pages unpacked on another thread', () => {
  it('arrive in one pass, and reading waits for the consumer', async () => {
    const path = write('comic.cb7', await make7z(pages))
    const seen: string[] = []
    await extractPagesInThread(threads, path, null, { limits }, async ({ name, content }) => {
      await new Promise((resolve) => setTimeout(resolve, 1))
      expect(Buffer.from(content as Uint8Array)).toEqual(pages[name])
      seen.push(name)
      return true
    })
    expect(seen.sort()).toEqual(Object.keys(pages).sort())
  })

  it('are only those that were asked for, until no more are wanted', async () => {
    const seen: number[] = []
    await extractPagesInThread(threads, comic, [3, 5, 7], { limits }, ({ entry }) => seen.push(entry) < 3)
    expect(seen.slice(0, 2)).toEqual([3, 5])
  })

  it('end when the consumer fails', async () => {
    const failing = extractPagesInThread(threads, comic, null, { limits }, () => {
      throw new Error('disk full')
    })
    await expect(failing).rejects.toThrow('disk full')
    expect((await analyseFileInThread(threads, comic, { limits })).publication.pageCount).toBe(30)
  })
})

describe('a page of a PDF', () => {
  const pdf = write('one.pdf', makeEmptyPdf(300, 400))

  it('is drawn as JPEG in the width that was asked for', async () => {
    const jpeg = await renderPdfPageInThread(threads, pdf, { index: 0, width: 150 }, { limits })
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 150, height: 200 })
  })

  it('is the cover of the file', async () => {
    const { publication, cover } = await analyseFileInThread(threads, pdf, { limits, withCover: true })
    expect(publication).toMatchObject({ kind: 'pdf', pageCount: 1 })
    expect(await sharp(cover!.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 450, height: 600 })
  })

  it('that is not there is a typed error', async () => {
    await expect(renderPdfPageInThread(threads, pdf, { index: 1, width: 100 }, { limits })).rejects.toMatchObject({
      type: 'pdf_rendering',
    })
  })
})

describe('a file that takes too much', () => {
  it('of time loses its thread, and the next file gets another', async () => {
    const hurried = { ...limits, analysisMilliseconds: 1 }
    const slow = write('slow.cb7', await make7z({ 'a.bmp': Buffer.alloc(40_000_000) }, { solid: true }))
    await expect(
      analyseFileInThread(threads, slow, { limits: { ...hurried, compressionRatio: 1e9 } }),
    ).rejects.toMatchObject({
      type: 'parser',
      details: { limit: 'analysisMilliseconds' },
    })
    expect((await analyseFileInThread(threads, comic, { limits })).publication.pageCount).toBe(30)
  })

  it('of memory is an error of that file', async () => {
    // LZMA with a dictionary larger than the thread's memory limit.
    const path = write(
      'wide.cb7',
      await make7z(
        { '1.png': makePng(10, 10), '2.bin': Buffer.alloc(60_000_000, 'noise') },
        { solid: true, dictionary: '64m' },
      ),
    )
    const narrow = new ReadingThreadPool({ threads: 1, limits: { ...limits, analysisBytes: 64 * 1024 * 1024 } })
    await expect(analyseFileInThread(narrow, path, { limits })).rejects.toMatchObject({ name: 'FormatError' })
    expect((await analyseFileInThread(narrow, comic, { limits })).publication.pageCount).toBe(30)
    narrow.close()
  })

  it('can be given up, waiting or running', async () => {
    const one = new ReadingThreadPool({ threads: 1, limits })
    const running = new AbortController()
    const waiting = new AbortController()
    const first = analyseFileInThread(one, comic, { limits, signal: running.signal })
    const second = analyseFileInThread(one, comic, { limits, signal: waiting.signal })
    waiting.abort(new Error('not any more'))
    running.abort(new Error('stop'))
    await expect(second).rejects.toThrow('not any more')
    await expect(first).rejects.toThrow('stop')
    expect((await analyseFileInThread(one, comic, { limits })).publication.pageCount).toBe(30)
    one.close()
    await expect(analyseFileInThread(one, comic, { limits })).rejects.toThrow(/closed/)
  })
})
