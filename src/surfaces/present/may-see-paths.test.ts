import { expect, test } from 'vitest'
import type { BookView } from '../../store/book/view.ts'
import { presentBook } from './book.ts'

test('readers see the path in the library, editors and administrators the path on the server', () => {
  const view = { root: '/srv/books', path: 'Alpha/1.cbz', number: null, deletedAt: null, progress: null }
  const pathFor = (role: 'reader' | 'admin', permissions: 'BooksWrite'[] = []) =>
    presentBook({ ...view, createdAt: 0, updatedAt: 0 } as unknown as BookView, {
      uid: '',
      role,
      permissions: new Set(permissions),
    }).filePath
  expect(pathFor('reader')).toBe('Alpha/1.cbz')
  expect(pathFor('reader', ['BooksWrite'])).toBe('/srv/books/Alpha/1.cbz')
  expect(pathFor('admin')).toBe('/srv/books/Alpha/1.cbz')
})
