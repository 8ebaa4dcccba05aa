import { describe, expect, test } from 'vitest'
import { makePng } from '../../../test/fixtures/make-images.ts'
import { type BookParts, bookReader, documents, someText, xhtml } from './book.fixture.ts'

const read = bookReader()

describe('the cover', () => {
  const image = '<item id="pic" href="pic.png" media-type="image/png"/>'
  const files = {
    'OPS/a.xhtml': someText,
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

  test('is a picture of that name in books that declare none', async () => {
    const named = `${manifest}${image}<item id="x1" href="Images/Cover.jpg" media-type="image/jpeg"/>`
    const more = { ...files, 'OPS/Images/Cover.jpg': makePng(2, 3), 'OPS/recover.png': makePng(2, 3) }
    expect(await coverOf({ manifest: named, files: more })).toEqual({ href: 'OPS/Images/Cover.jpg' })
    const other = `${manifest}<item id="x2" href="recover.png" media-type="image/png"/>`
    expect(await coverOf({ manifest: other, files: more })).toBeNull()
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
