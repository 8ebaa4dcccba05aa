import { type BookFacts, sortTitleFromFile } from '../catalog/merge/book-facts.ts'
import { listFieldsClosedToFiles } from '../store/metadata/plugin-held-fields.ts'
import type { Db, Tx } from '../store/open.ts'
import { indexBooksForSearch } from '../store/search/index-words.ts'
import type { SeriesBookRow, SeriesRow } from '../store/series/series-books.ts'
import { type BookOrder, writeBookOrder } from '../store/series/write-finalised-series.ts'
import type { LibraryStrategies } from '../strategies/library-strategies.ts'

/** A book with its facts, parsed once from JSON. */
export interface SeriesMember extends SeriesBookRow {
  known: BookFacts
}

interface OrderOptions {
  rename?: boolean
  /** Books that just came from another series, by id: they are named after this one. */
  regrouped?: ReadonlyMap<number, unknown>
  now: number
}

/** Updates numbers, and names that depend on them. Returns the books in reading order. */
export async function orderSeriesBooks(
  tx: Tx,
  kind: Db['kind'],
  series: SeriesRow,
  books: readonly SeriesMember[],
  rules: LibraryStrategies,
  { rename = false, regrouped, now }: OrderOptions,
): Promise<SeriesMember[]> {
  const locks = books.map((book) => listFieldsClosedToFiles(book.locks))
  const numbers = rules.numberBooks(
    books.map((book, index) => ({
      path: book.path,
      metadataNumber: book.known.file?.number,
      lockedNumber: locks[index]!.includes('number') ? book.numberText : undefined,
    })),
  )
  const changed: BookOrder[] = []
  const renamed: number[] = []
  const ordered = books.map((book, index) => {
    const number = locks[index]!.includes('number')
      ? { value: book.number, text: book.numberText }
      : { value: numbers[index]?.value ?? null, text: numbers[index]?.text ?? null }
    const dependsOnSeries = rename || rules.namesBySeries || regrouped?.has(book.id)
    const mayRename = dependsOnSeries && !locks[index]!.includes('title')
    const inside = book.known.file ?? {}
    const title = mayRename
      ? rules.nameBook({ path: book.path, inside, series: series.title, bookCount: books.length, number: number.text })
      : book.title
    const keepsSort = title === book.title || locks[index]!.includes('titleSort')
    const titleSort = keepsSort ? book.titleSort : sortTitleFromFile(title, inside)
    const next = { ...book, number: number.value, numberText: number.text, title, titleSort }
    if (title !== book.title) renamed.push(book.id)
    if (title !== book.title || next.number !== book.number || next.numberText !== book.numberText) changed.push(next)
    return next
  })
  await writeBookOrder(tx, changed, now)
  await indexBooksForSearch(tx, kind, renamed)
  return ordered.sort(compareBooksByNumber)
}

export function compareBooksByNumber(a: SeriesBookRow, b: SeriesBookRow): number {
  return (a.number ?? UNNUMBERED) - (b.number ?? UNNUMBERED) || (a.path < b.path ? -1 : 1)
}

const UNNUMBERED = Number.MAX_VALUE
