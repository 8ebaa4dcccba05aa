import { describe, expect, it } from 'vitest'
import { makeHeicHeader, makeJpegHeader, makePng, makePngHeader } from '../../../test/fixtures/make-images.ts'
import { makeZip, type ZipPart } from '../../../test/fixtures/make-zip.ts'
import { tempFiles } from '../../../test/fixtures/temp-files.ts'
import { FileSource } from '../archive/file-source.ts'
import { openZip } from '../archive/zip.ts'
import { FormatError } from '../errors.ts'
import { defaultLimits } from '../limits.ts'
import type { Publication } from '../publication.ts'
import { readComic } from './read-comic.ts'

const write = tempFiles()
const page = makePng(6, 9)
let count = 0

async function read(parts: ZipPart[]): Promise<Publication> {
  const archive = openZip(new FileSource(write(`${count++}.cbz`, makeZip(parts))), defaultLimits)
  try {
    return await readComic(archive, defaultLimits)
  } finally {
    archive.close()
  }
}

const names = (publication: Publication) => publication.pages.map(({ fileName }) => fileName)

describe('a comic', () => {
  it('has its pictures as pages, in natural order, with type, size and position in the file', async () => {
    const comic = await read([
      { name: 'p10.png', data: page },
      { name: 'p2.jpg', data: makeJpegHeader(30, 40), method: 8 },
    ])
    expect(comic).toMatchObject({
      kind: 'comic',
      fileFormat: 'cbz',
      container: 'zip',
      pageCount: 2,
      cover: { page: 0 },
      warnings: [],
    })
    expect(comic.pages[0]).toMatchObject({
      fileName: 'p2.jpg',
      mediaType: 'image/jpeg',
      width: 30,
      height: 40,
      entry: 1,
      bytes: { method: 8 },
    })
    expect(comic.pages[1]).toMatchObject({
      fileName: 'p10.png',
      width: 6,
      height: 9,
      size: page.length,
      bytes: { method: 0, packedSize: page.length },
    })
  })

  it('says which pages are in a format that is not supported, and has another one as cover', async () => {
    const comic = await read([
      { name: '1.heic', data: makeHeicHeader(30, 40) },
      // Phones name them like any other picture.
      { name: '2.jpg', data: makeHeicHeader(30, 40) },
      { name: '3.png', data: page },
    ])
    expect(comic).toMatchObject({ pageCount: 3, cover: { page: 2 } })
    expect(comic.pages[1]).toMatchObject({ mediaType: 'image/heic', width: 30, height: 40 })
    expect(comic.warnings.map(({ message }) => message)).toEqual([
      '“1.heic” is an image in the format HEIC, which is not supported.',
      '“2.jpg” is an image in the format HEIC, which is not supported.',
    ])
  })

  it('ignores system files and links', async () => {
    const litter = ['__MACOSX/._001.png', '._001.png', '.hidden/001.png', '@eaDir/001.png', 'Thumbs.db', 'desktop.ini']
    const parts = litter.map((name) => ({ name, data: page }))
    expect(
      names(await read([...parts, { name: 'link.png', data: '/x', mode: 0o120777 }, { name: '001.png', data: page }])),
    ).toEqual(['001.png'])
  })

  it('detects the format of a picture by its bytes, not its name', async () => {
    expect((await read([{ name: '001.jpg', data: page }])).pages[0]!.mediaType).toBe('image/png')
  })

  it('keeps a page for a broken picture', async () => {
    const comic = await read([
      { name: '1.png', data: 'this is text' },
      { name: '2.png', data: page },
      { name: '3.png', data: page.subarray(0, 12) },
    ])
    expect(comic.pages.map(({ width }) => width)).toEqual([null, 6, null])
    expect(comic.cover).toEqual({ page: 1 })
    expect(comic.warnings.map(({ type }) => type)).toEqual(['page_extraction', 'page_extraction'])
  })

  it('keeps a page for an encrypted picture, and reads the others', async () => {
    const comic = await read([
      { name: '1.png', data: page, flags: 1 },
      { name: '2.png', data: page },
    ])
    expect(comic.pages.map(({ width, bytes }) => [width, bytes === null])).toEqual([
      [null, true],
      [6, false],
    ])
    expect(comic.warnings[0]!.message).toMatch(/encrypted/)
  })

  it('finds the size of a picture behind much metadata', async () => {
    const comic = await read([
      { name: '1.jpg', data: makeJpegHeader(7, 8, 200_000) },
      { name: '2.jpg', data: makeJpegHeader(9, 10, 70_000), method: 8 },
    ])
    expect(comic.pages.map(({ width }) => width)).toEqual([7, 9])
  })

  it('finds pictures without extensions when there are no others', async () => {
    expect(
      names(
        await read([
          { name: 'one', data: page },
          { name: 'readme', data: 'text' },
        ]),
      ),
    ).toEqual(['one'])
  })

  it('has the metadata of its documents, the strongest first, and their bookmarks', async () => {
    const info = `<ComicInfo><Series>Info</Series><Manga>YesAndRightToLeft</Manga><Pages>
      <Page Image="0" Type="Advertisement"/><Page Image="1" Type="FrontCover" Bookmark="Start"/></Pages></ComicInfo>`
    const comic = await read([
      { name: '1.png', data: page },
      { name: '2.png', data: page },
      { name: 'deep/ComicInfo.xml', data: '<ComicInfo><Series>Deep</Series></ComicInfo>' },
      { name: 'ComicInfo.xml', data: info },
      {
        name: 'CoMet.xml',
        data: '<comet xmlns="http://www.denvog.com/comet/"><title>T</title><series>Comet</series></comet>',
      },
    ])
    expect(comic.metadata).toMatchObject({ series: 'Info', title: 'T', readingDirection: 'rtl' })
    expect(comic.metadataSources).toMatchObject({ series: 'comicinfo', title: 'comet' })
    expect(comic.cover).toEqual({ page: 1 })
    expect(comic.toc).toEqual([{ title: 'Start', page: 2, children: [] }])
  })

  it('is readable even if its metadata is broken or hostile', async () => {
    const laughs = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><ComicInfo><Series>&b;</Series></ComicInfo>'
    for (const data of ['<ComicInfo><Series>', laughs, Buffer.alloc(100, 0xff)]) {
      const comic = await read([
        { name: '1.png', data: page },
        { name: 'ComicInfo.xml', data },
      ])
      expect(comic.pageCount).toBe(1)
      expect(comic.metadata.series).toBeUndefined()
      expect(comic.warnings).toMatchObject([{ type: 'metadata' }])
    }
  })
})

describe('an archive that is no comic', () => {
  it.each([
    ['is empty', [], 'zero_pages'],
    ['holds only text and folders', [{ name: 'a.txt', data: 'x' }, { name: 'b/' }], 'zero_pages'],
    ['holds only archives', [{ name: 'a.zip', data: makeZip([{ name: '1.png', data: page }]) }], 'zero_pages'],
    ['has only encrypted pages', [{ name: '1.png', data: page, flags: 1 }], 'page_extraction'],
    [
      'has only a picture of 2.5 thousand megapixels',
      [{ name: '1.png', data: makePngHeader(50_000, 50_000) }],
      'page_extraction',
    ],
    [
      'has only a page that unpacks to far too much',
      [{ name: '1.png', data: Buffer.alloc(30_000_000), method: 8 }],
      'page_extraction',
    ],
  ] as [string, ZipPart[], string][])('is an error when it %s', async (_what, parts, type) => {
    const error = await read(parts).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(FormatError)
    expect(error).toMatchObject({ type })
  })
})
