import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { corpus, needsCorpus } from '../../../test/fixtures/corpus.ts'
import { FileSource } from '../archive/file-source.ts'
import { openZip } from '../archive/zip.ts'
import { defaultLimits } from '../limits.ts'
import { readSeriesJson } from './series-json.ts'
import { readSidecar } from './sidecar.ts'

const file = (name: string) => readFileSync(join(corpus, 'metadata', name))

async function comicInfoIn(name: string) {
  const archive = openZip(new FileSource(join(corpus, 'made/hostile', name)), defaultLimits)
  try {
    return readSidecar('comicinfo', await archive.read(archive.find('ComicInfo.xml')!), defaultLimits)
  } finally {
    archive.close()
  }
}

describe('real sidecars', needsCorpus, () => {
  test('ComicInfo that lies, attacks or is badly written', async () => {
    expect(await comicInfoIn('comicinfo-utf16.cbz')).toEqual({ series: 'Ünïcode Sérïes', number: '1.5' })
    expect((await comicInfoIn('comicinfo-bom.cbz')).series).toBe('BOM')
    expect(await comicInfoIn('comicinfo-badvalues.cbz')).toEqual({ number: '1/2' })
    for (const name of ['comicinfo-billion-laughs.cbz', 'comicinfo-xxe.cbz', 'comicinfo-malformed.cbz'])
      await expect(comicInfoIn(name), name).rejects.toMatchObject({ type: 'metadata' })
  })

  test('MetronInfo samples of both versions', () => {
    for (const name of ['drafts__v1.1__Sample', 'schema__v1.0__Sample', 'tests__test_files__v1.0__valid']) {
      const metadata = readSidecar('metroninfo', file(`metroninfo/${name}.xml`), defaultLimits)
      expect(metadata, name).toMatchObject({
        series: 'Justice League',
        number: '1',
        volume: 2,
        publisher: 'DC Comics',
        imprint: 'Vertigo',
        year: 2011,
        month: 10,
        ageRating: 0,
      })
      expect(metadata.identifiers, name).toMatchObject({ metron: '290431', comicvine: '12345', gcd: '543' })
      expect(metadata.authors, name).toHaveLength(13)
    }
  })

  test('ACBF', () => {
    expect(readSidecar('acbf', file('acbf/Doctorow, Cory - Craphound-1.1.acbf'), defaultLimits)).toMatchObject({
      title: 'Craphound',
      number: '3',
      language: 'en',
      authors: { length: 7 },
      ageRating: 13,
    })
  })

  test.each([
    [
      'komga-clash',
      { title: 'A Clash of Kings', isbn: '9780553897845', year: 2011, authors: [{ sortName: 'Martin, George R. R.' }] },
    ],
    ['komga-Panik im Paradies', { series: 'Die drei ??? Kids', number: '1.5', isbn: '9783440077894' }],
    ['komga-Panik im Paradies - namespace', { series: 'Die drei ??? Kids', number: '1.5', isbn: '9783440077894' }],
    ['komga-Die Drei 3', { series: 'Die drei ??? Kids', number: '3', language: 'de' }],
    ['komga-1979', { title: '1979', language: 'de' }],
    ['calibre-unicode-test', { title: '𝗜𝗡𝗦𝗧𝗔𝗚𝗥𝗔𝗠 ༄ 𝙽𝙰𝙻𝚄 (Ch 1-3)', publisher: 'www.wattpad.com' }],
    ['stump-book', { title: "Alice's Adventures in Wonderland - Test OPF", genres: { length: 4 } }],
  ])('package %s', (name, expected) => {
    expect(readSidecar('opf', file(`opf/${name}.opf`), defaultLimits)).toMatchObject(expected)
  })

  test.each([
    ['titles-epub3', { title: "Alice's Adventures in Wonderland", sortTitle: 'Adventures' }],
    ['title-main-precedence', { title: 'Main title takes precedence' }],
    ['title-multiple-subtitles', { subtitle: 'Subtitle 2' }],
    [
      'collections-epub3',
      {
        series: 'Series A',
        number: '2',
        collections: [{ name: 'Series B', number: '1.5' }, { name: 'Collection A' }, { name: 'Collection B' }],
      },
    ],
    ['collections-epub2', { series: 'Series B', number: '1.5' }],
    ['dates-epub2', { year: 1865, month: 7, day: 4, modified: '2012-04-02T12:47:00Z' }],
    ['subjects-single', { genres: { length: 3 } }],
    ['identifier-unique', { isbn: '9783161484100', identifiers: { uuid: '2' } }],
  ])('Readium’s package %s', (name, expected) => {
    expect(readSidecar('opf', file(`readium-epub/kotlin-toolkit/package/${name}.opf`), defaultLimits)).toMatchObject(
      expected,
    )
  })

  test('series.json of every form', () => {
    const read = (name: string) => readSeriesJson(file(`mylar/${name}.json`), defaultLimits)
    for (const name of ['series', 'series-old-list-form', 'series-tpb'])
      expect(read(name), name).toMatchObject({
        title: 'Sàndman Presents',
        year: 1999,
        publisher: 'DC Comics',
        ageRating: 18,
        status: 'ended',
        totalBookCount: 12,
        identifiers: { comicvine: '12345' },
      })
    expect(read('series-volume2')).toMatchObject({
      title: 'Sàndman Presents (2018)',
      name: 'Sàndman Presents',
      status: 'ongoing',
    })
    expect(() => read('series-broken')).toThrow(expect.objectContaining({ type: 'metadata' }))
  })
})
