import { describe, expect, test } from 'vitest'
import { makeJpegHeader, makePng } from '../../../test/fixtures/make-images.ts'
import { makeZip } from '../../../test/fixtures/make-zip.ts'
import { FormatError } from '../errors.ts'
import { defaultLimits } from '../limits.ts'
import type { Publication } from '../publication.ts'
import { type BookParts, documents, makeBook, openBooks, xhtml } from './book.fixture.ts'
import { readEpub } from './read-epub.ts'

const open = openBooks()

async function read(parts: BookParts): Promise<Publication> {
  const archive = open(makeBook(parts))
  try {
    return await readEpub(archive, defaultLimits)
  } finally {
    archive.close()
  }
}

const text = xhtml('<p>Some text that is long enough to be text.</p>')

describe('a book', () => {
  test('has its spine as reading order, the rest as resources, and a place for each in the file', async () => {
    const book = await read({
      ...documents('a', 'b'),
      metadata: '<dc:title>T</dc:title><dc:creator>A</dc:creator><dc:language>en-us</dc:language>',
      manifest: `${documents('a', 'b').manifest}<item id="css" href="css/x.css" media-type="text/css"/>`,
      files: { 'OPS/a.xhtml': text, 'OPS/b.xhtml': text, 'OPS/css/x.css': 'p{}' },
    })
    expect(book).toMatchObject({
      kind: 'epub',
      fileFormat: 'epub',
      container: 'zip',
      layout: 'reflowable',
      divina: false,
      pageCount: 2,
      pages: [],
      cover: null,
    })
    expect(book.readingOrder).toMatchObject([
      { href: 'OPS/a.xhtml', mediaType: 'application/xhtml+xml', size: text.length, bytes: { method: 8 } },
      { href: 'OPS/b.xhtml' },
    ])
    expect(book.resources).toMatchObject([{ href: 'OPS/css/x.css', mediaType: 'text/css' }])
    expect(book.metadata).toEqual({ title: 'T', authors: [{ name: 'A', role: 'author' }], language: 'en-US' })
    expect(book.metadataSources).toEqual({ title: 'opf', authors: 'opf', language: 'opf' })
  })

  test('is read from a package with prefixes, single quotes, a wrong encoding and percent signs', async () => {
    const opf = Buffer.from(
      `<?xml version='1.0' encoding='utf-8'?><opf:package xmlns:opf='http://www.idpf.org/2007/opf' version='2.0'>
      <opf:metadata><dc:title>Caf\xe9</dc:title></opf:metadata><opf:manifest>
      <opf:item id='x' href='my%20text/%C3%A9.xhtml' media-type='application/xhtml+xml'/></opf:manifest>
      <opf:spine page-progression-direction='rtl'><opf:itemref idref='x'/></opf:spine></opf:package>`,
      'latin1',
    )
    const book = await read({ opf, files: { 'OPS/my text/é.xhtml': text } })
    expect(book.metadata).toEqual({ title: 'Café', readingDirection: 'rtl' })
    expect(book.readingOrder[0]).toMatchObject({ href: 'OPS/my text/é.xhtml', size: text.length })
  })

  test('survives items that are missing, doubled or outside the archive', async () => {
    const book = await read({
      manifest: `${documents('a', 'gone').manifest}<item id="far" href="https://example.org/x.xhtml" media-type="application/xhtml+xml"/><item id="a" href="other.xhtml"/><item/>`,
      spine: '<itemref idref="a"/><itemref idref="gone"/><itemref idref="far"/><itemref idref="nothing"/><itemref/>',
      files: { 'OPS/a.xhtml': text },
    })
    expect(book.readingOrder.map(({ href, size }) => [href, size > 0])).toEqual([
      ['OPS/a.xhtml', true],
      ['OPS/gone.xhtml', false],
    ])
    expect(book.warnings).toMatchObject([{ type: 'page_extraction', details: { entry: 'OPS/gone.xhtml' } }])
  })

  test('finds its files in spite of case and Unicode form', async () => {
    const book = await read({
      ...documents('Für'.normalize('NFC')),
      files: { [`ops/${'für'.normalize('NFD')}.XHTML`]: text },
    })
    expect(book.readingOrder[0]?.size).toBe(text.length)
  })

  test('is found in the folder that was packed with it', async () => {
    const inner = open(makeBook({ ...documents('a'), files: { 'OPS/a.xhtml': text } }))
    const parts = await Promise.all(
      inner.entries.map(async (entry) => ({ name: `My book/${entry.name}`, data: await inner.read(entry), method: 8 })),
    )
    inner.close()
    const archive = open(makeZip([{ name: '__MACOSX/My book/._mimetype', data: 'x' }, ...parts]))
    const book = await readEpub(archive, defaultLimits)
    expect([archive.find('mimetype') !== undefined, book.readingOrder.map(({ href }) => href)]).toEqual([
      true,
      ['OPS/a.xhtml'],
    ])
    archive.close()
  })

  test('is found without a container', async () => {
    const book = await read({ ...documents('a'), files: { 'OPS/a.xhtml': text, 'META-INF/container.xml': 'broken' } })
    expect(book.readingOrder).toHaveLength(1)
  })
})

describe('the table of contents', () => {
  const nav = xhtml(`<nav epub:type="landmarks"><ol><li><a href="x">no</a></li></ol></nav>
    <nav epub:type="toc"><h1>Contents</h1><ol><li><a href="a.xhtml">One &amp; <i>only</i></a><ol><li><a href="a.xhtml#s%201">Part</a></li></ol></li>
    <li><span>Group</span><ol><li><a href="b.xhtml"><img src="i.png" alt="Picture"/></a></li></ol></li><li><a href="http://x/">out</a></li></ol></nav>`)
  const ncx = `<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>Un</text></navLabel><content src="a.xhtml#x"/>
    <navPoint><navLabel><text>Deux</text></navLabel><content src="b.xhtml"/></navPoint></navPoint></navMap></ncx>`
  const manifest = `${documents('a', 'b').manifest}<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>`
  const files = { 'OPS/a.xhtml': text, 'OPS/b.xhtml': text, 'OPS/toc.ncx': ncx }

  test('is that of the navigation document', async () => {
    const book = await read({
      ...documents('a', 'b'),
      manifest: `${manifest}<item id="nav" properties="nav" href="nav.xhtml" media-type="application/xhtml+xml"/>`,
      files: { ...files, 'OPS/nav.xhtml': nav },
    })
    expect(book.toc).toEqual([
      {
        title: 'One & only',
        href: 'OPS/a.xhtml',
        children: [{ title: 'Part', href: 'OPS/a.xhtml#s 1', children: [] }],
      },
      { title: 'Group', children: [{ title: 'Picture', href: 'OPS/b.xhtml', children: [] }] },
    ])
    expect(book.readingOrder.map(({ title }) => title)).toEqual(['One & only', 'Picture'])
  })

  test('is that of the NCX when there is no other, or the other is empty or broken', async () => {
    const expected = [
      { title: 'Un', href: 'OPS/a.xhtml#x', children: [{ title: 'Deux', href: 'OPS/b.xhtml', children: [] }] },
    ]
    expect((await read({ ...documents('a', 'b'), manifest, spineAttributes: 'toc="ncx"', files })).toc).toEqual(
      expected,
    )
    for (const empty of [
      xhtml('<nav epub:type="toc"><ol/></nav>'),
      'no document',
      '<!DOCTYPE x [<!ENTITY a "b">]><html/>',
    ]) {
      const withNav = `${manifest}<item id="nav" properties="nav" href="nav.xhtml" media-type="application/xhtml+xml"/>`
      expect(
        (await read({ ...documents('a', 'b'), manifest: withNav, files: { ...files, 'OPS/nav.xhtml': empty } })).toc,
      ).toEqual(expected)
    }
  })
})

describe('layout', () => {
  const files = {
    'OPS/a.xhtml': xhtml(
      '<p>long enough to be text, is it not</p>',
      '<meta name="viewport" content="width=1200, height=1600"/>',
    ),
    'OPS/b.xhtml': text,
  }
  const layoutOf = async (parts: BookParts) => (await read({ ...documents('a', 'b'), files, ...parts })).layout
  const option = (value: string) =>
    `<display_options><platform name="*"><option name="fixed-layout">${value}</option></platform></display_options>`

  test('is what any of the ways to say it says', async () => {
    expect(await layoutOf({})).toBe('reflowable')
    expect(await layoutOf({ metadata: '<meta property="rendition:layout"> pre-paginated </meta>' })).toBe('fixed')
    expect(await layoutOf({ version: '2.0', metadata: '<meta name="fixed-layout" content="true"/>' })).toBe('fixed')
    for (const vendor of ['apple.ibooks', 'kobobooks']) {
      const path = `META-INF/com.${vendor}.display-options.xml`
      expect(await layoutOf({ files: { ...files, [path]: option('true') } })).toBe('fixed')
      expect(await layoutOf({ files: { ...files, [path]: option('false') } })).toBe('reflowable')
    }
  })

  test('may differ for an item, and tells sides, sizes and spreads', async () => {
    const book = await read({
      ...documents('a', 'b'),
      metadata:
        '<meta property="rendition:layout">pre-paginated</meta><meta property="rendition:spread">landscape</meta>',
      spine:
        '<itemref idref="a" properties="page-spread-left"/><itemref idref="b" linear="no" properties="rendition:layout-reflowable rendition:page-spread-center"/>',
      files,
    })
    expect(book.spread).toBe('landscape')
    expect(book.readingOrder).toMatchObject([
      { spread: 'left', width: 1200, height: 1600 },
      { spread: 'center', layout: 'reflowable', linear: false },
    ])
    expect(book.readingOrder[0]).not.toHaveProperty('layout')
    expect(book.positions).toHaveLength(2)
  })
})

describe('positions', () => {
  test('are one for each begun 1,024 packed bytes of an item', async () => {
    const noise = Array.from({ length: 900 }, (_, at) => ((at * 2654435761) >>> 0).toString(36)).join(' ')
    const book = await read({
      ...documents('a', 'b'),
      files: { 'OPS/a.xhtml': text, 'OPS/b.xhtml': xhtml(`<p>${noise}</p>`) },
    })
    const count = Math.ceil(book.readingOrder[1]!.bytes!.packedSize / 1024)
    expect(count).toBeGreaterThan(2)
    expect(book.positions).toHaveLength(1 + count)
    expect(book.pageCount).toBe(1 + count)
    expect(book.positions[0]).toEqual({
      href: 'OPS/a.xhtml',
      mediaType: 'application/xhtml+xml',
      position: 1,
      progression: 0,
      totalProgression: 0,
    })
    expect(book.positions[2]).toMatchObject({
      href: 'OPS/b.xhtml',
      position: 3,
      progression: 1 / count,
      totalProgression: 2 / (1 + count),
    })
  })
})

describe('the cover', () => {
  const image = '<item id="pic" href="pic.png" media-type="image/png"/>'
  const files = {
    'OPS/a.xhtml': text,
    'OPS/pic.png': makePng(2, 3),
    'OPS/other.png': makePng(2, 3),
    'OPS/c.xhtml': xhtml('<img src="pic.png"/>'),
  }
  const { manifest, spine } = documents('a')
  const coverOf = async (parts: BookParts) => (await read({ manifest: manifest + image, spine, files, ...parts })).cover

  test('is found by property, meta, id, guide and first picture, in this order', async () => {
    const cover = { href: 'OPS/pic.png' }
    expect(await coverOf({})).toBeNull()
    expect(
      await coverOf({
        manifest: `${manifest}<item id="x" href="other.png" media-type="image/png"/><item id="p" href="pic.png" properties="svg cover-image"/>`,
        metadata: '<meta name="cover" content="x"/>',
      }),
    ).toEqual(cover)
    expect(await coverOf({ metadata: '<meta name="cover" content="pic"/>' })).toEqual(cover)
    expect(await coverOf({ metadata: '<meta content="pic.png" name="cover"/>' })).toEqual(cover)
    expect(
      await coverOf({ manifest: `${manifest}<item id="cover-image" href="pic.png" media-type="image/png"/>` }),
    ).toEqual(cover)
    const withPage = `${manifest}${image}<item id="c" href="c.xhtml" media-type="application/xhtml+xml"/>`
    expect(await coverOf({ manifest: withPage, metadata: '<meta name="cover" content="c"/>' })).toEqual(cover)
    expect(
      await coverOf({ manifest: withPage, rest: '<guide><reference type="cover" href="c.xhtml#x"/></guide>' }),
    ).toEqual(cover)
    expect(await coverOf({ manifest: withPage, spine: `<itemref idref="c"/>${spine}` })).toEqual(cover)
  })

  test('is passed over when its file is missing', async () => {
    expect(
      await coverOf({
        manifest: `${manifest}<item id="p" href="gone.png" properties="cover-image"/>${image}`,
        metadata: '<meta name="cover" content="pic"/>',
      }),
    ).toEqual({ href: 'OPS/pic.png' })
  })
})

describe('a book of pictures', () => {
  const page = (name: string) => xhtml(`<div><img src="img/${name}" alt="a long description of the picture"/></div>`)
  const svg = (name: string) =>
    xhtml(
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="img/${name}"/></svg>`,
    )
  const files = {
    'OPS/a.xhtml': page('2.jpg'),
    'OPS/b.xhtml': svg('1.png'),
    'OPS/img/1.png': makePng(6, 9),
    'OPS/img/2.jpg': makeJpegHeader(30, 40),
    'OPS/nav.xhtml': text,
  }
  const nav = '<item id="nav" properties="nav" href="nav.xhtml" media-type="application/xhtml+xml"/>'

  test('is a comic: its pages are the pictures in the order of the spine', async () => {
    const book = await read({
      manifest: `${documents('a', 'b').manifest}${nav}<item id="p" href="img/1.png" media-type="image/png"/>`,
      spine: `${documents('a', 'b').spine}<itemref idref="p"/><itemref idref="nav"/>`,
      files,
    })
    expect(book).toMatchObject({ divina: true, pageCount: 3, cover: { href: 'OPS/img/2.jpg' } })
    expect(book.pages).toMatchObject([
      { fileName: 'OPS/img/2.jpg', mediaType: 'image/jpeg', width: 30, height: 40, bytes: { method: 8 } },
      { fileName: 'OPS/img/1.png', mediaType: 'image/png', width: 6, height: 9 },
      { fileName: 'OPS/img/1.png' },
    ])
  })

  test('is none as soon as a page has text, two pictures or none', async () => {
    for (const other of [
      xhtml('<p>More than fifteen characters</p><img src="img/1.png"/>'),
      xhtml('<img src="img/1.png"/><img src="img/2.jpg"/>'),
      xhtml(''),
    ])
      expect((await read({ ...documents('a', 'b'), files: { ...files, 'OPS/b.xhtml': other } })).divina).toBe(false)
  })
})

describe('what cannot be read', () => {
  const errorOf = async (parts: BookParts) => {
    const error = await read(parts).then(
      () => undefined,
      (thrown) => thrown,
    )
    expect(error).toBeInstanceOf(FormatError)
    return error as FormatError
  }
  const encryption = (algorithm: string, uri: string) =>
    `<encryption xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/><enc:CipherData><enc:CipherReference URI="${uri}"/></enc:CipherData></enc:EncryptedData></encryption>`

  test('is an error of its own kind', async () => {
    expect(
      await errorOf({ files: { 'META-INF/container.xml': '<container/>', 'OPS/book.opf': '<html/>' } }),
    ).toMatchObject({ type: 'parser' })
    expect(await errorOf({ opf: '' })).toMatchObject({ type: 'parser' })
    expect(
      await errorOf({ opf: '<!DOCTYPE p [<!ENTITY x SYSTEM "file:///etc/passwd">]><package>&x;</package>' }),
    ).toMatchObject({ type: 'parser' })
    expect(await errorOf({ spine: '' })).toMatchObject({ type: 'zero_pages' })
    expect(await errorOf({ ...documents('a') })).toMatchObject({ type: 'zero_pages' })
  })

  test('is a reading order that goes round and round', async () => {
    const files = { 'OPS/a.xhtml': text }
    expect(await errorOf({ ...documents('a'), spine: '<itemref idref="a"/>'.repeat(20_001), files })).toMatchObject({
      type: 'parser',
    })
    const large = xhtml(Array.from({ length: 60_000 }, (_, at) => ((at * 2654435761) >>> 0).toString(36)).join(' '))
    expect(
      await errorOf({
        ...documents('a'),
        spine: '<itemref idref="a"/>'.repeat(10_000),
        files: { 'OPS/a.xhtml': large },
      }),
    ).toMatchObject({ details: { limit: 'positions' } })
  })

  test('says that it is protected, and by whom', async () => {
    const aes = 'http://www.w3.org/2001/04/xmlenc#aes128-cbc'
    const locked = {
      ...documents('a'),
      files: {
        'OPS/a.xhtml': 'xx',
        'META-INF/rights.xml': '<rights/>',
        'META-INF/encryption.xml': encryption(aes, 'OPS/a.xhtml'),
      },
    }
    expect(await errorOf(locked)).toMatchObject({
      type: 'parser',
      message: expect.stringContaining('Adobe'),
      details: { encrypted: true },
    })
  })

  test('is not a book whose fonts are obfuscated', async () => {
    const book = await read({
      ...documents('a'),
      files: {
        'OPS/a.xhtml': text,
        'META-INF/encryption.xml': encryption('http://www.idpf.org/2008/embedding', 'OPS/f.otf'),
      },
    })
    expect(book.readingOrder).toHaveLength(1)
  })
})
