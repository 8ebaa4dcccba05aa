import type { FullBookView } from '../../store/book/view.ts'

type To = (path: string) => string

/** What is written of a book stands as long as its view does: the store gives the same one until something has changed. */
export function oncePerBook<Written>(write: (book: FullBookView, to: To) => Written): typeof write {
  const known = new WeakMap<FullBookView, { root: string; written: Written }>()
  return (book, to) => {
    const root = to('')
    const before = known.get(book)
    if (before?.root === root) return before.written
    const written = write(book, to)
    known.set(book, { root, written })
    return written
  }
}
