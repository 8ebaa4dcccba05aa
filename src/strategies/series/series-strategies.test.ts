import { describe, expect, it } from 'vitest'
import { processorTimeOf } from '../../../test/processor-time.ts'
import { Problem } from '../../contract/problems.ts'
import { previewSeries } from './preview-series.ts'
import { seriesStrategyFor } from './series-strategy.ts'

const place = (name: string, path: string, config: unknown = {}) => seriesStrategyFor(name, config).place({ path })

function refusal(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    if (error instanceof Problem) return error.details
    throw error
  }
  return 'accepted'
}

describe('series_volume', () => {
  it('keeps two folders of one name apart', () => {
    const one = place('series_volume', 'Antarctic/Plush/Plush 1.cbz').series
    const two = place('series_volume', '12-Gauge/Plush/Plush 1.cbz').series
    expect([one.title, two.title]).toEqual(['Plush', 'Plush'])
    expect(one.key).not.toBe(two.key)
  })

  it('puts folders of volumes, chapters and specials into their series', () => {
    const keys = [
      'Naruto/Naruto v01.cbz',
      'Naruto/Vol. 2/Chapter 9/01.cbz',
      'Naruto/Specials/Art Book.cbz',
      'Naruto/Naruto Vol. 3/01.cbz',
    ].map((path) => place('series_volume', path).series.key)
    expect(new Set(keys)).toEqual(new Set(['Naruto']))
  })

  it('keeps a run with a year of its own apart', () => {
    expect(place('series_volume', 'Batman/Batman Vol. 2 (2011)/001.cbz').series).toMatchObject({
      key: 'Batman/Batman Vol. 2 (2011)',
      title: 'Batman',
      year: 2011,
    })
  })

  it('groups loose files by the series in their names', () => {
    const one = place('series_volume', 'Batman 001.cbz').series
    const two = place('series_volume', 'Batman 002.cbz').series
    expect(one).toMatchObject({ title: 'Batman', path: '', key: two.key })
    expect(place('series_volume', 'Saga 001.cbz').series.key).not.toBe(one.key)
  })

  it('never mistakes a loose series for a folder of its name', () => {
    expect(place('series_volume', 'Batman 001.cbz').series.key).not.toBe(
      place('series_volume', 'batman/001.cbz').series.key,
    )
  })

  it.each([
    ['Berserk (Deluxe)', 'Berserk (Deluxe)'],
    ["Fate - Stay Night (Heaven's Feel)", "Fate - Stay Night (Heaven's Feel)"],
    ['Spawn (1992) (Digital) (Zone-Empire)', 'Spawn'],
    ['Foo 50', 'Foo 50'],
    ['2000 AD', '2000 AD'],
    ['86', '86'],
    ['Fables Vol. 1', 'Fables Vol. 1'],
    ['Blood Hunters V2024 (2024)', 'Blood Hunters'],
    ['52', '52'],
    ['[Group] Title', '[Group] Title'],
  ])('calls the folder %s %s', (folder, title) => {
    expect(place('series_volume', `${folder}/x 01.cbz`).series).toMatchObject({ key: folder, title })
  })
})

describe('series_volume_chapter', () => {
  it('uses the first folder as the series, however deep the file is', () => {
    expect(place('series_volume_chapter', 'Btooom!/Arc One/Volume 01/Chapter 3.cbz')).toMatchObject({
      series: { key: 'Btooom!', title: 'Btooom!' },
      volume: '1',
      chapter: '3',
    })
  })
})

describe('flat', () => {
  it('brings files of one series together from any folder', () => {
    const one = place('flat', 'a/Saga 001 (2012).cbz').series
    expect(one).toMatchObject({ title: 'Saga', key: place('flat', 'b/SAGA 002.cbz').series.key })
  })

  it('tries the patterns first', () => {
    const config = { filenamePatterns: ['^(?<series>.+?)~', '^\\[([^\\]]+)\\]'] }
    expect(place('flat', 'Dune~1.epub', config).series.title).toBe('Dune')
    expect(place('flat', '[Dune] one.epub', config).series.title).toBe('Dune')
  })

  it('uses only metadata if configured', () => {
    const strategy = seriesStrategyFor('flat', { requireMetadata: true })
    expect(strategy.place({ path: 'Saga 1.cbz' }).series.title).toBe('Unknown')
    expect(strategy.place({ path: 'x.cbz', metadata: { series: 'Saga' } }).series.title).toBe('Saga')
  })
})

describe('publisher_hierarchy', () => {
  it('reads publisher and imprint from the folders above the series', () => {
    expect(place('publisher_hierarchy', 'DC Comics/Vertigo/Lucifer/001.cbz', { skipDepth: 2 }).series).toMatchObject({
      publisher: 'DC Comics',
      imprint: 'Vertigo',
      title: 'Lucifer',
    })
  })

  it('keeps the publisher when only storeSkippedAs is left out', () => {
    expect(place('publisher_hierarchy', 'DC/Lucifer/001.cbz', { skipDepth: 1 }).series.publisher).toBe('DC')
  })

  it('finds the series of files above the expected depth', () => {
    expect(place('publisher_hierarchy', 'Lucifer/001.cbz').series).toMatchObject({ title: 'Lucifer', key: 'Lucifer' })
    expect(place('publisher_hierarchy', 'Lucifer 001.cbz').series).toMatchObject({ title: 'Lucifer', path: '' })
  })
})

describe('calibre', () => {
  const path = 'Terry Pratchett/Mort (4)/Mort - Terry Pratchett.epub'

  it('makes every title a series of its own without metadata', () => {
    expect(place('calibre', path)).toMatchObject({
      series: { title: 'Mort', author: 'Terry Pratchett', isOneshot: true },
      title: 'Mort',
    })
  })

  it('follows the metadata, the author or nothing as configured', () => {
    const file = { path, metadata: { series: 'Discworld', number: '4', title: 'Mort' } }
    expect(seriesStrategyFor('calibre', {}).place(file)).toMatchObject({ series: { title: 'Discworld' }, number: '4' })
    const byAuthor = seriesStrategyFor('calibre', { seriesMode: 'by_author' }).place(file)
    expect(byAuthor.series).toMatchObject({ title: 'Terry Pratchett', key: 'Terry Pratchett' })
    const alone = seriesStrategyFor('calibre', { seriesMode: 'standalone' }).place(file)
    expect(alone.series).toMatchObject({ title: 'Mort', key: 'Terry Pratchett/Mort (4)' })
  })

  it('keeps the id if configured', () => {
    expect(place('calibre', path, { stripIdSuffix: false }).series.title).toBe('Mort (4)')
  })
})

describe('custom', () => {
  const config = {
    pattern: '^(?<publisher>[^/]+)/(?<series>[^/(]+) \\((?<year>\\d{4})\\)/(?<book>[^/]+)$',
    seriesNameTemplate: '{series} [{year}]',
  }

  it('names the series by the template and keeps its groups', () => {
    expect(place('custom', 'DC/Lucifer (2000)/one.cbz', config)).toMatchObject({
      series: { title: 'Lucifer [2000]', publisher: 'DC', year: 2000, path: 'DC/Lucifer (2000)' },
      title: 'one.cbz',
    })
  })

  it('keeps folders apart that it gives one name', () => {
    const one = place('custom', 'DC/Lucifer (2000)/one.cbz', config).series
    const two = place('custom', 'Marvel/Lucifer (2000)/one.cbz', config).series
    expect(one.title).toBe(two.title)
    expect(one.key).not.toBe(two.key)
  })

  it('uses the folder if the pattern does not match', () => {
    expect(place('custom', 'Saga/Saga 1.cbz', config).series).toMatchObject({ title: 'Saga', key: 'Saga' })
  })

  it('cannot be made to run forever', () => {
    const strategy = seriesStrategyFor('custom', { pattern: '^(?<series>(a+)+)+$' })
    expect(processorTimeOf(() => strategy.place({ path: `${'a'.repeat(5000)}!/x.cbz` }))).toBeLessThan(1000)
  })
})

describe('seriesStrategyFor', () => {
  it('refuses unknown strategies and settings, and says where', () => {
    expect(refusal(() => seriesStrategyFor('by_colour', {}))).toMatchObject([{ path: 'seriesStrategy' }])
    expect(refusal(() => seriesStrategyFor('publisher_hierarchy', { skip_depth: 1 }))).toMatchObject([
      { path: 'seriesConfig', message: expect.stringContaining('skip_depth') },
    ])
    expect(refusal(() => seriesStrategyFor('series_volume', { anything: 1 }))).toMatchObject([{ path: 'seriesConfig' }])
    expect(refusal(() => seriesStrategyFor('calibre', { seriesMode: 'x' }))).toMatchObject([
      { path: 'seriesConfig.seriesMode' },
    ])
    expect(refusal(() => seriesStrategyFor('constructor', {}))).toMatchObject([{ path: 'seriesStrategy' }])
  })

  it.each([
    ['(?<series>[', 'is not a valid regular expression'],
    ['(?=x)(?<series>y)', 'look-ahead'],
    ['(?<series>y)\\1', 'back references'],
  ])('explains what is wrong with the pattern %s', (pattern, words) => {
    expect(refusal(() => seriesStrategyFor('custom', { pattern }))).toMatchObject([
      { path: 'seriesConfig.pattern', message: expect.stringContaining(words) },
    ])
  })

  it('refuses a template with an unknown name', () => {
    const config = { pattern: '(?<series>.)', seriesNameTemplate: '{serie}' }
    expect(refusal(() => seriesStrategyFor('custom', config))).toMatchObject([
      { path: 'seriesConfig.seriesNameTemplate' },
    ])
  })
})

describe('previewSeries', () => {
  it('shows the series in natural order with some of their books', () => {
    const books = Array.from({ length: 12 }, (_, at) => ({ path: `DC/Lucifer 10/${at + 1}.cbz` }))
    const preview = previewSeries(
      [...books, { path: 'DC/Lucifer 2/1.cbz' }],
      seriesStrategyFor('publisher_hierarchy', {}),
    )
    expect(preview).toEqual({
      detectedSeries: [
        {
          name: 'Lucifer 2',
          path: 'DC/Lucifer 2',
          bookCount: 1,
          sampleBooks: ['1.cbz'],
          metadata: { publisher: 'DC' },
        },
        {
          name: 'Lucifer 10',
          path: 'DC/Lucifer 10',
          bookCount: 12,
          sampleBooks: ['1.cbz', '2.cbz', '3.cbz', '4.cbz', '5.cbz'],
          metadata: { publisher: 'DC' },
        },
      ],
      totalFiles: 13,
    })
  })
})
