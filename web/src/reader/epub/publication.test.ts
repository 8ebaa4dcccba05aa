import { expect, test } from 'vitest'
import { countPositions, makeLocator } from './locator.ts'
import { fileAt, indexOfFile, indexOfLocator, publicationFrom, setMissingLanguage } from './publication.ts'
import { targetOfLocator } from './reflowable-view.ts'

const base = new URL('http://host/lectern/api/v1/books/1/manifest')
const at = (path: string) => `/lectern/api/v1/books/1/resources/${path}`

test('addresses, contents and direction come out of the manifest', () => {
  const book = publicationFrom(
    {
      metadata: { readingProgression: 'rtl' },
      readingOrder: [{ href: at('OEBPS/c%201.xhtml'), type: 'application/xhtml+xml' }],
      toc: [{ href: at('OEBPS/c%201.xhtml#a'), title: 'One', children: [{ href: at('x.xhtml'), title: 'Two' }] }],
    },
    [],
    base,
  )
  expect(book).toMatchObject({ rtl: true, isDirectionDeclared: true, fixed: false, spread: 'auto' })
  expect(book.order[0]).toMatchObject({
    path: 'OEBPS/c 1.xhtml',
    url: 'http://host/lectern/api/v1/books/1/resources/OEBPS/c%201.xhtml',
  })
  expect(book.toc).toEqual([
    { title: 'One', path: 'OEBPS/c 1.xhtml', fragment: 'a', depth: 0 },
    { title: 'Two', path: 'x.xhtml', fragment: undefined, depth: 1 },
  ])
})

test('a drawing flows in a page of its own, but stands as it is where pages are fixed', () => {
  const readingOrder = [{ href: at('map.svg'), type: 'image/svg+xml' }]
  const flowing = publicationFrom({ metadata: {}, readingOrder }, [], base)
  const fixed = publicationFrom({ metadata: { layout: 'fixed' }, readingOrder }, [], base)
  expect(flowing.order[0]?.url).toMatch(/map\.svg\?page$/)
  expect(fixed.order[0]?.url).toMatch(/map\.svg$/)
  expect(flowing.order[0]?.path).toBe('map.svg')
})

test('files whose names contain characters with a meaning in links have their positions and locators', () => {
  const paths = ['OPS/ch #2.xhtml', 'OPS/ch ', 'OPS/what?.xhtml', 'OPS/a%20b.xhtml', 'OPS/100%.xhtml']
  const urlOf = (path: string) => at(path.split('/').map(encodeURIComponent).join('/'))
  const readingOrder = paths.map((path) => ({ href: urlOf(path), type: 'application/xhtml+xml' }))
  const positions = paths.flatMap((href) => [{ href }, { href }])
  const book = publicationFrom({ metadata: {}, readingOrder }, positions, base)
  const counts = countPositions(book.positions, book.order)
  for (const [index, path] of paths.entries()) {
    const locator = makeLocator(counts, path, undefined, 0.5, '')
    expect(locator.locations?.position).toBe(2 * index + 2)
    for (const href of [locator.href, urlOf(path), `${urlOf(path)}#p`])
      expect(indexOfLocator(book, { href })).toBe(index)
    expect(targetOfLocator(locator, book)).toMatchObject({ index, fragment: undefined })
    expect(targetOfLocator({ href: `${path}#p 1` }, book)).toMatchObject({ index, fragment: 'p 1' })
  }
})

test('a document beside the text is found, after all that are read in order', () => {
  const book = publicationFrom(
    {
      metadata: {},
      readingOrder: [{ href: at('c1.xhtml'), type: 'application/xhtml+xml' }],
      resources: [
        { href: at('style.css'), type: 'text/css' },
        { href: at('notes.xhtml'), type: 'application/xhtml+xml' },
      ],
    },
    [],
    base,
  )
  expect(indexOfFile(book, 'notes.xhtml')).toBe(1)
  expect(fileAt(book, 1)?.path).toBe('notes.xhtml')
  expect(indexOfFile(book, 'style.css')).toBe(-1)
})

test('a book that names no direction is read in that of its language', () => {
  const isRtl = (metadata: Parameters<typeof publicationFrom>[0]['metadata']) =>
    publicationFrom({ metadata, readingOrder: [] }, [], base).rtl
  expect(['ar', 'he-IL', 'fa', 'ar-Latn', 'ja', 'en'].map((language) => isRtl({ language }))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
  expect(isRtl({ language: 'ar', readingProgression: 'ltr' })).toBe(false)
  const html = { documentElement: { lang: '', dir: '' }, body: { dir: '' } }
  setMissingLanguage(html as Document, { language: 'he' })
  expect(html.documentElement).toEqual({ lang: 'he', dir: 'rtl' })
  const saidOtherwise = { documentElement: { lang: 'en', dir: '' }, body: { dir: 'ltr' } }
  setMissingLanguage(saidOtherwise as Document, { language: 'he' })
  expect(saidOtherwise.documentElement).toEqual({ lang: 'en', dir: '' })
})
