import type { FullBookView } from '../../store/book/view.ts'
import type { HasCaches } from '../../store/cache/caches.ts'
import { defineDerivedCache } from '../../store/cache/derived-cache.ts'

type To = (path: string) => string

/** What is written of a book is cached as long as its view is: the store gives the same one until something has changed. */
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
