import { describe, expect, test } from 'vitest'
import { makeZip } from '../../../test/fixtures/make-zip.ts'
import { defaultLimits } from '../limits.ts'
import { type BookParts, bookReader, documents, makeBook, openBooks, someText, xhtml } from './book.fixture.ts'
import { readEpub } from './read-epub.ts'
import { webpubManifest } from './webpub.ts'

const read = bookReader()
const open = openBooks()

describe('a book', () => {
  test('has its spine as reading order, the rest as resources, and where each is in the file', async () => {
    const book = await read({
      ...documents('a', 'b'),
      metadata: '<dc:title>T</dc:title><dc:creator>A</dc:creator><dc:language>en-us</dc:language>',
      manifest: `${documents('a', 'b').manifest}<item id="css" href="css/x.css" media-type="text/css"/>`,
      files: { 'OPS/a.xhtml': someText, 'OPS/b.xhtml': someText, 'OPS/css/x.css': 'p{}' },
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
      { href: 'OPS/a.xhtml', mediaType: 'application/xhtml+xml', size: someText.length, bytes: { method: 8 } },
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
    const book = await read({ opf, files: { 'OPS/my text/é.xhtml': someText } })
    expect(book.metadata).toEqual({ title: 'Café', readingDirection: 'rtl' })
    expect(book.readingOrder[0]).toMatchObject({ href: 'OPS/my text/é.xhtml', size: someText.length })
  })

  test('turns its pages the way that books for Kindle declare, unless the spine says otherwise', async () => {
    const kindle = '<meta name="primary-writing-mode" content="vertical-rl"/>'
    const files = { 'OPS/a.xhtml': someText }
    const directionOf = async (spineAttributes: string) =>
      (await read({ ...documents('a'), metadata: kindle, spineAttributes, files })).metadata.readingDirection
    expect(await directionOf('')).toBe('rtl')
    expect(await directionOf('page-progression-direction="default"')).toBe('rtl')
    expect(await directionOf('page-progression-direction="ltr"')).toBe('ltr')
  })

  test('survives items that are missing, doubled or outside the archive', async () => {
    const book = await read({
      manifest: `${documents('a', 'gone').manifest}<item id="far" href="https://example.org/x.xhtml" media-type="application/xhtml+xml"/><item id="a" href="other.xhtml"/><item/>`,
      spine: '<itemref idref="a"/><itemref idref="gone"/><itemref idref="far"/><itemref idref="nothing"/><itemref/>',
      files: { 'OPS/a.xhtml': someText },
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
      files: { [`ops/${'für'.normalize('NFD')}.XHTML`]: someText },
    })
    expect(book.readingOrder[0]?.size).toBe(someText.length)
  })

  test('is found in the folder that was packed with it', async () => {
    const inner = open(makeBook({ ...documents('a'), files: { 'OPS/a.xhtml': someText } }))
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
    const book = await read({
      ...documents('a'),
      files: { 'OPS/a.xhtml': someText, 'META-INF/container.xml': 'broken' },
    })
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
  const files = { 'OPS/a.xhtml': someText, 'OPS/b.xhtml': someText, 'OPS/toc.ncx': ncx }

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
        children: [{ title: 'Part', href: 'OPS/a.xhtml', fragment: 's 1', children: [] }],
      },
      { title: 'Group', children: [{ title: 'Picture', href: 'OPS/b.xhtml', children: [] }] },
    ])
    expect(book.readingOrder.map(({ title }) => title)).toEqual(['One & only', 'Picture'])
  })

  test('names files and ids that contain characters with a meaning in links', async () => {
    const links = ['ch%20%232%3F.xhtml', 'ch%20%232%3F.xhtml#a%23b', '100%25.xhtml#x']
    const list = links.map((href, at) => `<li><a href="${href}">${at}</a></li>`).join('')
    const book = await read({
      manifest: `<item id="nav" properties="nav" href="nav.xhtml" media-type="application/xhtml+xml"/>
        <item id="a" href="ch%20%232%3F.xhtml" media-type="application/xhtml+xml"/><item id="b" href="100%25.xhtml" media-type="application/xhtml+xml"/>`,
      spine: '<itemref idref="a"/><itemref idref="b"/>',
      files: {
        'OPS/nav.xhtml': xhtml(`<nav epub:type="toc"><ol>${list}</ol></nav>`),
        'OPS/ch #2?.xhtml': someText,
        'OPS/100%.xhtml': someText,
      },
    })
    expect(book.toc.map(({ href, fragment }) => [href, fragment])).toEqual([
      ['OPS/ch #2?.xhtml', undefined],
      ['OPS/ch #2?.xhtml', 'a#b'],
      ['OPS/100%.xhtml', 'x'],
    ])
    expect(book.readingOrder.map(({ title }) => title)).toEqual(['0', '2'])
    expect(webpubManifest(book).toc.map(({ href }) => href)).toEqual(links.map((link) => `OPS/${link}`))
  })

  test('names files whose names are written as they are', async () => {
    const links = ['Part #1.xhtml', 'Part #1.xhtml#a', 'Who?.xhtml#b', '#3.xhtml', 'plain.xhtml?x#c', 'gone #4.xhtml']
    const book = await read({
      manifest: `<item id="nav" properties="nav" href="nav.xhtml" media-type="application/xhtml+xml"/>
        ${['Part #1', 'Who?', '#3', 'plain'].map((name, at) => `<item id="i${at}" href="${name}.xhtml" media-type="application/xhtml+xml"/>`).join('')}
        <item id="p" href="cover #1.png" media-type="image/png" properties="cover-image"/>`,
      spine: [0, 1, 2, 3].map((at) => `<itemref idref="i${at}"/>`).join(''),
      files: {
        'OPS/nav.xhtml': xhtml(
          `<nav epub:type="toc"><ol>${links.map((href, at) => `<li><a href="${href}">${at}</a></li>`).join('')}</ol></nav>`,
        ),
        'OPS/Part #1.xhtml': someText,
        'OPS/Who?.xhtml': someText,
        'OPS/#3.xhtml': someText,
        'OPS/plain.xhtml': someText,
        'OPS/cover #1.png': 'png',
      },
    })
    expect(book.warnings).toEqual([])
    const files = ['OPS/Part #1.xhtml', 'OPS/Who?.xhtml', 'OPS/#3.xhtml', 'OPS/plain.xhtml']
    expect(book.readingOrder.map(({ href }) => href)).toEqual(files)
    expect(book.positions.map(({ href }) => href)).toEqual(files)
    expect(book.cover).toEqual({ href: 'OPS/cover #1.png' })
    expect(book.toc.map(({ href, fragment }) => [href, fragment])).toEqual([
      ['OPS/Part #1.xhtml', undefined],
      ['OPS/Part #1.xhtml', 'a'],
      ['OPS/Who?.xhtml', 'b'],
      ['OPS/#3.xhtml', undefined],
      ['OPS/plain.xhtml', 'c'],
      ['OPS/gone ', '4.xhtml'],
    ])
  })

  test('is that of the NCX when there is no other, or the other is empty or broken', async () => {
    const expected = [
      {
        title: 'Un',
        href: 'OPS/a.xhtml',
        fragment: 'x',
        children: [{ title: 'Deux', href: 'OPS/b.xhtml', children: [] }],
      },
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
    'OPS/b.xhtml': someText,
  }
  const layoutOf = async (parts: BookParts) => (await read({ ...documents('a', 'b'), files, ...parts })).layout
  const option = (value: string) =>
    `<display_options><platform name="*"><option name="fixed-layout">${value}</option></platform></display_options>`

  test('is read from every declaration in use', async () => {
    expect(await layoutOf({})).toBe('reflowable')
    expect(await layoutOf({ metadata: '<meta property="rendition:layout"> pre-paginated </meta>' })).toBe('fixed')
    expect(await layoutOf({ version: '2.0', metadata: '<meta name="fixed-layout" content="true"/>' })).toBe('fixed')
    for (const vendor of ['apple.ibooks', 'kobobooks']) {
      const path = `META-INF/com.${vendor}.display-options.xml`
      expect(await layoutOf({ files: { ...files, [path]: option('true') } })).toBe('fixed')
      expect(await layoutOf({ files: { ...files, [path]: option('false') } })).toBe('reflowable')
    }
  })

  test('may differ for an item, with sides, sizes and spreads', async () => {
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
      files: { 'OPS/a.xhtml': someText, 'OPS/b.xhtml': xhtml(`<p>${noise}</p>`) },
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
