import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { defaultLimits } from '../limits.ts'
import { documents, makeBook, openBooks, xhtml } from './book.fixture.ts'
import { imagePageHtml } from './image-page-html.ts'
import { readSanitisedResource } from './read-sanitised-resource.ts'

const open = openBooks()
const uuid = '12345678-9abc-def0-1234-56789abcdef0'
const font = Buffer.from(Array.from({ length: 2000 }, (_, at) => at % 251))

function mixed(key: Buffer, length: number): Buffer {
  return Buffer.from(font.map((byte, at) => (at < length ? byte ^ key[at % key.length]! : byte)))
}

const encrypted = (algorithm: string, uri: string) =>
  `<enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/><enc:CipherData><enc:CipherReference URI="${uri}"/></enc:CipherData></enc:EncryptedData>`

const archive = open(
  makeBook({
    metadata: `<dc:identifier id="id"> urn:uuid:${uuid}\n</dc:identifier>`,
    ...documents('a'),
    files: {
      'OPS/a.xhtml': xhtml('<script>x</script><p>text</p>'),
      'OPS/broken.html': '<p>one<p>two',
      'OPS/title.html': '<html><head><title>x<body><h1>Heading</h1>text',
      'OPS/style.html': '<html><head><style>p { color: red }</head><body><h1>Heading</h1>text',
      'OPS/x.svg': '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>',
      'OPS/x.css': 'p{-epub-hyphens:auto}',
      'OPS/x.js': 'alert(1)',
      'OPS/p.png': 'png',
      'OPS/idpf.otf': mixed(createHash('sha1').update(`urn:uuid:${uuid}`).digest(), 1040),
      'OPS/adobe.otf': mixed(Buffer.from(uuid.replaceAll('-', ''), 'hex'), 1024),
      'OPS/locked.otf': 'x',
      'META-INF/encryption.xml': `<encryption xmlns:enc="http://www.w3.org/2001/04/xmlenc#">${encrypted('http://www.idpf.org/2008/embedding', 'OPS/idpf.otf')}
        ${encrypted('http://ns.adobe.com/pdf/enc#RC', 'OPS/adobe.otf')}${encrypted('http://www.w3.org/2001/04/xmlenc#aes256-cbc', 'OPS/locked.otf')}</encryption>`,
    },
  }),
)

const read = (href: string, mediaType?: string) => readSanitisedResource(archive, href, defaultLimits, mediaType)
const textOf = async (href: string, mediaType?: string) => Buffer.from((await read(href, mediaType))!.bytes).toString()

describe('a file of the book', () => {
  test('is cleaned when it is a document or a style', async () => {
    expect(await read('OPS/a.xhtml')).toMatchObject({ contentType: 'application/xhtml+xml; charset=utf-8' })
    expect(await textOf('OPS/a.xhtml')).toContain('<body><p>text</p></body>')
    expect(await textOf('OPS/broken.html')).toContain('<body><p>one</p><p>two</p></body>')
    expect(await read('OPS/x.svg')).toMatchObject({ contentType: 'image/svg+xml; charset=utf-8' })
    expect(await textOf('OPS/x.svg')).not.toContain('onload')
    expect(await textOf('OPS/x.css')).toBe('p{hyphens:auto}')
  })

  test('is a chapter if its root says so, also where the book declares plain XML', async () => {
    for (const type of ['application/xml', 'text/xml'])
      expect(await read('OPS/a.xhtml', type)).toMatchObject({ contentType: 'application/xhtml+xml; charset=utf-8' })
    expect(await read('OPS/x.svg', 'text/xml')).toMatchObject({ contentType: 'application/xml; charset=utf-8' })
  })

  test.each(['title', 'style'])('keeps its text where the end of its %s is missing', async (name) => {
    expect(await textOf(`OPS/${name}.html`)).toMatch(/<body>[\s\S]*<h1>Heading<\/h1>/)
  })

  test('leads to files whose names contain # and ? as they are', async () => {
    const body =
      '<a href="Part #2.xhtml#n?">b</a><a href="#here">h</a><img src="../Art?.png"/><a href="Part%20%232.xhtml">e</a><a href="https://x.org/Part #2.xhtml">o</a>'
    const named = open(
      makeBook({
        files: { 'OPS/t/a.xhtml': xhtml(body), 'OPS/t/Part #2.xhtml': xhtml(''), 'OPS/Art?.png': 'png' },
      }),
    )
    const served = await readSanitisedResource(named, 'OPS/t/a.xhtml', defaultLimits)
    expect(Buffer.from(served!.bytes).toString()).toContain(
      body.replace('Part #2.xhtml#n?', 'Part %232.xhtml#n?').replace('Art?', 'Art%3F'),
    )
  })

  test('finds pictures and styles named so, too, from styles and among several sizes', async () => {
    const css = '@import "b#1.css"; p { background: url( "a#1.png" ), url(a#1.png), url(a.svg#part), url(#part) }'
    const encoded =
      '@import "b%231.css"; p { background: url( "a%231.png" ), url(a%231.png), url(a.svg#part), url(#part) }'
    const body = `<img srcset="a#1.png 1x, a?2.png 2x" style="border-image: url('a#1.png')"/>`
    const named = open(
      makeBook({
        files: {
          'OPS/a.xhtml': xhtml(`<style>${css}</style>${body}`).replace('?>', '?><?xml-stylesheet href="b#1.css"?>'),
          'OPS/a.css': css,
          ...Object.fromEntries(['b#1.css', 'a#1.png', 'a?2.png', 'a.svg'].map((name) => [`OPS/${name}`, ''])),
        },
      }),
    )
    const read = async (href: string) =>
      Buffer.from((await readSanitisedResource(named, href, defaultLimits))!.bytes).toString()
    expect(await read('OPS/a.css')).toBe(encoded)
    const document = (await read('OPS/a.xhtml')).replaceAll('&#34;', '"').replaceAll('&#39;', "'")
    expect(document).toContain(encoded)
    expect(document).toContain('<?xml-stylesheet href="b%231.css"?>')
    expect(document).toContain(`<img srcset="a%231.png 1x, a%3F2.png 2x" style="border-image: url('a%231.png')"/>`)
  })

  test('finds what its references call the root of the book, or something above it', async () => {
    const body =
      '<img src="/media/a b.png"/><a href="../../../c.xhtml#n">c</a><a href="../b.xhtml">b</a><a href="#n">n</a>'
    const rooted = open(
      makeBook({ files: { 'OPS/t/a.xhtml': xhtml(body), 'OPS/a.css': 'p{background:url(/media/a.png)}' } }),
    )
    const read = async (href: string) =>
      Buffer.from((await readSanitisedResource(rooted, href, defaultLimits))!.bytes).toString()
    expect(await read('OPS/t/a.xhtml')).toContain(
      body.replace('/media/a b.png', '../../media/a%20b.png').replace('../../../c', '../../c'),
    )
    expect(await read('OPS/a.css')).toBe('p{background:url(../media/a.png)}')
  })

  test('goes out as it is otherwise, under a type that cannot run', async () => {
    expect(await read('OPS/p.png')).toEqual({ bytes: Buffer.from('png'), contentType: 'image/png' })
    expect(await read('OPS/a.xhtml', 'application/x-anything')).toMatchObject({
      contentType: 'application/octet-stream',
    })
    expect(await textOf('OPS/a.xhtml', 'text/xml')).not.toContain('script')
  })

  test('is not given when it is a script, of the container, or not there', async () => {
    expect(await read('OPS/x.js')).toBeUndefined()
    expect(await read('META-INF/encryption.xml')).toBeUndefined()
    expect(await read('OPS/none.xhtml')).toBeUndefined()
    expect(await read('../../../etc/passwd')).toBeUndefined()
  })

  test('is a usable font again when it was obfuscated, either way', async () => {
    expect((await read('OPS/idpf.otf'))!.bytes).toEqual(new Uint8Array(font))
    expect((await read('OPS/adobe.otf'))!.bytes).toEqual(new Uint8Array(font))
    await expect(read('OPS/locked.otf')).rejects.toMatchObject({
      type: 'page_extraction',
      details: { encrypted: true },
    })
  })
})

test('a picture in the spine gets a page with its size', () => {
  const page = imagePageHtml('a&b.png', { width: 30, height: 40 }, '<x>')
  expect(page).toContain('<meta name="viewport" content="width=30, height=40"/>')
  expect(page).toContain('src="a&#38;b.png" alt="&#60;x&#62;"')
})
