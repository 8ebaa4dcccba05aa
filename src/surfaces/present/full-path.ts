import type { BookView } from '../../store/book/view.ts'

/** The absolute path of a book on this machine; in one piece, unlike a template string (see `hexToUuid`). */
export function fullPathOf({ root, path }: Pick<BookView, 'root' | 'path'>): string {
  return [root, path].join('/')
}
