import type { FullBookView } from '../../store/book/view.ts'
import type { HasCaches } from '../../store/cache/caches.ts'
import { defineDerivedCache } from '../../store/cache/derived-cache.ts'

type To = (path: string) => string

/**
 * Caches the text of a book as long as its view: the store returns the same view object until something has changed.
 */
export function cacheTextPerBook<Text>(name: string, write: (book: FullBookView, to: To) => Text) {
  const cacheOf = defineDerivedCache<FullBookView, { root: string; written: Text }>(name)
  return (owner: HasCaches, book: FullBookView, to: To): Text => {
    const cache = cacheOf(owner)
    const root = to('')
    const before = cache.get(book)
    if (before?.root === root) return before.written
    const written = write(book, to)
    cache.set(book, { root, written })
    return written
  }
}
