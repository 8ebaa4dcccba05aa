import { describe, expect, test } from 'vitest'
import { needsCorpus } from '../../../test/fixtures/corpus.ts'
import { emptyPublication, type Publication } from '../publication.ts'
import { readiumManifestValidator } from './readium-manifest-validator.fixture.ts'
import { webpubManifest } from './webpub.ts'

const book: Publication = {
  ...emptyPublication('epub', 'epub', 'zip'),
  layout: 'fixed',
  spread: 'none',
  readingOrder: [
    {
      href: 'OPS/my text.xhtml',
      mediaType: 'application/xhtml+xml',
      size: 1,
      bytes: null,
      title: 'One',
      spread: 'left',
      width: 10,
      height: 20,
      properties: ['svg', 'nav'],
    },
    { href: 'OPS/note.xhtml', mediaType: 'application/xhtml+xml', size: 1, bytes: null, linear: false },
    { href: 'OPS/page.png', mediaType: 'image/png', size: 1, bytes: null },
    { href: 'OPS/data.json', mediaType: 'application/json', size: 1, bytes: null, fallback: 'OPS/data.xhtml' },
  ],
  resources: [
    { href: 'OPS/cover.jpg', mediaType: 'image/jpeg', size: 1, bytes: null },
    { href: 'OPS/data.xhtml', mediaType: 'application/xhtml+xml', size: 1, bytes: null },
  ],
  toc: [{ title: 'One', href: 'OPS/my text.xhtml', fragment: 's 1', children: [{ title: 'Nowhere', children: [] }] }],
  cover: { href: 'OPS/cover.jpg' },
  metadata: {
    title: 'T',
    sortTitle: 'T, The',
    authors: [
      { name: 'A', role: 'author', sortName: 'A.' },
      { name: 'B', role: 'translator' },
    ],
    series: 'S',
    number: '1.5',
    collections: [{ name: 'C', number: 'x' }],
    year: 1999,
    month: 3,
    isbn: '9780553897845',
    readingDirection: 'rtl',
    language: 'ja',
    modified: '2020-01-02',
    genres: ['g'],
  },
}

describe('the manifest', () => {
  const manifest = webpubManifest(book, {
    hrefOf: (path) => `/r/${encodeURI(path)}`,
    pageAround: (path) => `/w/${path}`,
    links: [{ rel: 'self', href: 'https://example.org/m', type: 'application/webpub+json' }],
  })

  test("contains the book's own metadata", () => {
    expect(manifest.metadata).toMatchObject({
      title: 'T',
      sortAs: 'T, The',
      identifier: 'urn:isbn:9780553897845',
      author: [{ name: 'A', sortAs: 'A.' }],
      translator: [{ name: 'B' }],
      belongsTo: { series: [{ name: 'S', position: 1.5 }], collection: [{ name: 'C' }] },
      published: '1999-03-01',
      modified: '2020-01-02T00:00:00.000Z',
      readingProgression: 'rtl',
      layout: 'fixed',
      presentation: { spread: 'none' },
    })
  })

  test('has the linear items in order, pictures by their page, foreign ones by their fallback', () => {
    expect(manifest.readingOrder).toEqual([
      {
        href: '/r/OPS/my%20text.xhtml',
        type: 'application/xhtml+xml',
        rel: 'contents',
        title: 'One',
        width: 10,
        height: 20,
        size: 1,
        properties: { page: 'left', contains: ['svg'] },
      },
      { href: '/w/OPS/page.png', type: 'application/xhtml+xml' },
      { href: '/r/OPS/data.xhtml', type: 'application/xhtml+xml' },
    ])
    expect(manifest.resources.map(({ href, rel }) => [href, rel])).toEqual([
      ['/r/OPS/note.xhtml', undefined],
      ['/r/OPS/cover.jpg', 'cover'],
      ['/r/OPS/data.xhtml', undefined],
    ])
    expect(manifest.toc).toEqual([
      { href: '/r/OPS/my%20text.xhtml#s%201', title: 'One', children: [{ href: '#', title: 'Nowhere' }] },
    ])
  })

  test('is valid by Readium’s schema', needsCorpus, () => {
    const validate = readiumManifestValidator()
    validate(manifest)
    expect(validate.errors ?? []).toEqual([])
    validate(webpubManifest({ ...book, metadata: {} }, { title: 'No title', links: manifest.links }))
    expect(validate.errors ?? []).toEqual([])
  })
})
