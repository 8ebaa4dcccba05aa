import { describe, expect, test } from 'vitest'
import { makeJpegHeader, makePng } from '../../../test/fixtures/make-images.ts'
import { bookReader, documents, someText, xhtml } from './book.fixture.ts'

const read = bookReader()

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
    'OPS/nav.xhtml': someText,
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

  test('is not a comic if a page has text, two pictures or none', async () => {
    for (const other of [
      xhtml('<p>More than fifteen characters</p><img src="img/1.png"/>'),
      xhtml('<img src="img/1.png"/><img src="img/2.jpg"/>'),
      xhtml(''),
    ])
      expect((await read({ ...documents('a', 'b'), files: { ...files, 'OPS/b.xhtml': other } })).divina).toBe(false)
  })
})
