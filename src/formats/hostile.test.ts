import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { corpus, needsCorpus, readCorpusJson } from '../../test/fixtures/corpus.ts'
import { ReadingThreadPool } from './isolate/reading-thread-pool.ts'
import { analyseFileInThread } from './isolate/reading-thread-requests.ts'
import { defaultLimits } from './limits.ts'

const threads = new ReadingThreadPool({ threads: 1, limits: defaultLimits })
afterAll(() => threads.close())

type Expected = { error: string } | { pages: number; names?: string[]; metadata?: object; warnings?: string[] }

// The expected result of each file in made/hostile.
const EXPECTED: Record<string, Expected> = {
  'path-traversal.cbz': { pages: 6 },
  'duplicate-names.cbz': { pages: 3 },
  'case-collision.cbz': { pages: 3 },
  'names-shift-jis.cbz': { pages: 2, names: ['第01巻/本文_002.png', '第01巻/表紙.png'] },
  'names-cp437.cbz': { pages: 2, names: ['Größe_é_01.png', 'ñandú_02.png'] },
  'names-utf8-noflag.cbz': { pages: 1, names: ['第01巻/表紙.png'] },
  'names-utf8-flag.cbz': { pages: 1, names: ['第01巻/表紙.png'] },
  'names-nfd.cbz': { pages: 2 },
  'symlink-entry.cbz': { pages: 1, names: ['001.png'] },
  'wrong-crc.cbz': { pages: 2 },
  'lying-size-huge.cbz': { error: 'page_extraction' },
  'encrypted-flag.cbz': { error: 'page_extraction' },
  'macos-junk.cbz': { pages: 1, names: ['001.png'] },
  'trailing-junk.cbz': { pages: 1 },
  'comment-with-eocd-sig.cbz': { pages: 1 },
  'empty-archive.cbz': { error: 'zero_pages' },
  'no-images.cbz': { error: 'zero_pages' },
  'dirs-only.cbz': { error: 'zero_pages' },
  'natural-sort.cbz': {
    pages: 14,
    names: [
      ...['1.png', '2.png', '００３.png', '4.PNG', '10.png', '11.png', 'a1b2.png', 'a1b10.png'],
      ...['ch1/1.png', 'Ch2/1.png', 'Ch10/1.png', 'page 5.png', 'page 05a.png', 'page 5b.png'],
    ],
  },
  'zip64-small.cbz': { pages: 5 },
  '70000-empty-entries-zip64.cbz': { error: 'parser' },
  'bomb-overlap-full.cbz': { error: 'parser' },
  'bomb-single-300MB.cbz': { error: 'page_extraction' },
  'bomb-nested.zip': { error: 'zero_pages' },
  'comicinfo-billion-laughs.cbz': { pages: 1, warnings: ['metadata'] },
  'comicinfo-xxe.cbz': { pages: 1, warnings: ['metadata'] },
  'comicinfo-utf16.cbz': { pages: 1, metadata: { series: 'Ünïcode Sérïes', number: '1.5' } },
  'comicinfo-bom.cbz': { pages: 1, metadata: { series: 'BOM' } },
  'comicinfo-malformed.cbz': { pages: 1, warnings: ['metadata'] },
  'comicinfo-badvalues.cbz': { pages: 1 },
}

describe('a hostile file', needsCorpus, () => {
  it('is on the list, every one', () => {
    expect(Object.keys(EXPECTED).sort()).toEqual(Object.keys(readCorpusJson('made/hostile/expected.json')).sort())
  })

  it.each(Object.entries(EXPECTED))('%s does no harm', async (name, expected) => {
    const before = process.memoryUsage().rss
    const reading = analyseFileInThread(threads, join(corpus, 'made/hostile', name), {
      limits: defaultLimits,
      withCover: true,
    })
    if ('error' in expected) {
      await expect(reading).rejects.toMatchObject({ name: 'FormatError', type: expected.error })
    } else {
      const { publication } = await reading
      expect(publication.pageCount).toBe(expected.pages)
      if (expected.names) expect(publication.pages.map(({ fileName }) => fileName)).toEqual(expected.names)
      expect(publication.metadata).toMatchObject(expected.metadata ?? {})
      expect(publication.warnings.map(({ type }) => type)).toEqual(expected.warnings ?? [])
      expect(JSON.stringify(publication)).not.toMatch(/root:|\/bin\/|ha{3}|lollol/)
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(512 * 1024 * 1024)
  })
})
