import { expect, it } from 'vitest'
import { makePathMapper, mapPath, proposalBelow, siblingFolders } from './map-folders.ts'
import { pathOfKomgaUrl } from './readers/komga/komga-path.ts'

const library = (id: number, path: string) => ({ id, uid: String(id), name: path, path })

it.each([
  [
    'a longer folder before a shorter one',
    '/data/manga/A/1.cbz',
    { '/data': '/x', '/data/manga/': '/books/' },
    'A/1.cbz',
  ],
  ['the whole server', '/A/1.cbz', { '/': '/books' }, 'A/1.cbz'],
  ['no folder at all', '/books/A/1.cbz', {}, 'A/1.cbz'],
  ['a folder whose name only begins the same', '/data2/A/1.cbz', { '/data': '/books' }, undefined],
  ['a drive in another case', 'c:\\comics\\A\\1.cbz', { 'C:\\Comics': '/books' }, 'A/1.cbz'],
  ['a network share', '\\\\NAS\\Comics\\A\\1.cbz', { '//nas/comics/': '/books' }, 'A/1.cbz'],
  ['letters with separate accents', '/Bu\u0308cher/A\u0308/1.cbz', { '/Bücher': '/books' }, 'A\u0308/1.cbz'],
  ['letters with accents', '/Bücher/Ä/1.cbz', { '/Bu\u0308cher': '/books' }, 'Ä/1.cbz'],
  ['other letters', '/Bücher/Ä/1.cbz', { '/Bucher': '/books' }, undefined],
])('maps %s', (_, path, folders, expected) => {
  expect(makePathMapper(folders, [library(1, '/books/')])(path)).toEqual(
    expected === undefined ? undefined : { libraryId: 1, path: expected },
  )
})

it('finds the innermost library, whatever the spelling of its folder', () => {
  const locate = makePathMapper({}, [library(1, '/books'), library(2, '/books/Mu\u0308ll')])
  expect(locate('/books/Müll/1.cbz')).toEqual({ libraryId: 2, path: '1.cbz' })
  expect(locate('/books/1.cbz')).toEqual({ libraryId: 1, path: '1.cbz' })
})

it.each([
  ['a parent of the library', '/', '/srv', '/books', { theirs: '/books', ours: '/srv/books' }],
  ['a parent on Windows', 'D:/', '/srv', 'd:\\Comics', { theirs: 'd:\\Comics', ours: '/srv/Comics' }],
  ['the library itself', '/books', '/srv', '/books/', { theirs: '/books', ours: '/srv' }],
  ['a folder inside the library', '/books/A', '/srv/A', '/books', { theirs: '/books/A', ours: '/srv/A' }],
])('proposes for a library what was found for %s', (_, theirs, ours, folder, expected) => {
  expect(proposalBelow({ theirs, ours, found: 3, tried: 4 }, folder)).toEqual({ ...expected, found: 3, tried: 4 })
})

it.each([
  ['beside a library', '/old/comics', '/data/comics', '/old/manga', ['/data/manga']],
  ['beside one with another name', '/old/comics', '/srv/strips/', '/old/manga/', ['/srv/manga']],
  ['further up', '/old/us/comics', '/srv/us/comics', '/old/jp/manga', ['/srv/jp/manga']],
  ['beside it or further up', '/old/us/comics', '/srv/us/comics', '/old/us/manga', ['/srv/us/manga', '/srv/us/manga']],
  ['at the root', '/comics', '/data/comics', '/manga', ['/data/manga']],
  ['on Windows', 'D:\\Comics', '/srv/comics', 'd:\\Manga', ['/srv/Manga']],
  ['elsewhere', '/old/us/comics', '/srv/strips', '/old/jp/manga', []],
])('finds a folder %s', (_, theirs, ours, folder, expected) => {
  expect(siblingFolders(theirs, ours, folder)).toEqual(expected)
})

it('maps a folder itself', () => {
  expect(mapPath({ '/data': '/books' }, '/data/')).toBe('/books')
  expect(mapPath({ 'D:\\Data': '/books' }, 'd:/data/Manga')).toBe('/books/Manga')
})

it.each([
  ['file:/books/My%20Comic%20%231%20&%20100%25.cbz', '/books/My Comic #1 & 100%.cbz'],
  ['file:/b%C3%BCcher/a+b/', '/bücher/a+b'],
  ['file:/bu%CC%88cher/%F0%9F%90%99/', '/bu\u0308cher/🐙'],
  ['file:/C:/books/', 'C:/books'],
  ['file:///C:/books/x%20y.cbz', 'C:/books/x y.cbz'],
  ['file://nas/Comics/', '//nas/Comics'],
  ['file:////nas/Comics/A/1.cbz', '//nas/Comics/A/1.cbz'],
  ['file:///books/', '/books'],
  ['file:/100%/x', '/100%/x'],
  ['file:/', '/'],
  ['', null],
])('reads %s', (address, path) => {
  expect(pathOfKomgaUrl(address)).toBe(path)
})
