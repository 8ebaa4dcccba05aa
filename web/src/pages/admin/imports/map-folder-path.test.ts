import { expect, it } from 'vitest'
import { mapFolderPath } from './map-folder-path.ts'

it('finds a folder below one that is mapped, by the longest of them', () => {
  const folders = { '/data': '/srv', '/data/manga/': '/books/manga/', 'D:\\Comics': '/srv/comics' }
  expect(mapFolderPath(folders, '/data/comics')).toBe('/srv/comics')
  expect(mapFolderPath(folders, '/data/manga')).toBe('/books/manga')
  expect(mapFolderPath(folders, '/data/manga/new')).toBe('/books/manga/new')
  expect(mapFolderPath(folders, 'D:\\Comics\\Old')).toBe('/srv/comics/Old')
  expect(mapFolderPath(folders, '/database')).toBe('/database')
  expect(mapFolderPath({ '/': '/srv' }, '/comics')).toBe('/srv/comics')
})
