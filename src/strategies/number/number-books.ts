import type { NumberStrategyName } from '../../contract/library-strategies.ts'
import { isYear } from '../../formats/filename/dates.ts'
import type { LibraryKind } from '../../formats/filename/file-name-facts.ts'
import { parseFileName } from '../../formats/filename/parse-file-name.ts'
import { sortNaturally } from '../../formats/natural-order.ts'
import { type BookNumber, parseBookNumber } from './parse-book-number.ts'

/** A book of the series to be numbered; deleted books are excluded. */
export interface BookToNumber {
  /** Relative to the library, with `/`. */
  path: string
  /** From the metadata inside the file. */
  metadataNumber?: string | null
  /** Set by a user and never changed. */
  lockedNumber?: string | null
}

/** The number of every book of one series, in the order of the books; undefined for those without one. */
export function numberBooks(
  strategy: NumberStrategyName,
  books: readonly BookToNumber[],
  kind?: LibraryKind,
): (BookNumber | undefined)[] {
  const positions = strategy === 'file_order' || strategy === 'smart' ? positionsOf(books) : []
  return books.map((book, index) => {
    const locked = textValue(book.lockedNumber)
    return locked ?? byStrategy[strategy](book, positions[index] ?? 0, kind)
  })
}

/** The number in a file's name: its chapter or issue, else its volume, unless that is the year of a run. */
export function numberInName(path: string, kind?: LibraryKind): BookNumber | undefined {
  const folders = path.split('/')
  const name = folders.pop()!
  const { number, volume, special } = parseFileName(name, { folders, kind })
  if (number) return parseBookNumber(number)
  return volume && !special && !isYear(Number(volume)) ? parseBookNumber(volume) : undefined
}

type Numbering = (book: BookToNumber, place: number, kind?: LibraryKind) => BookNumber | undefined

const byStrategy: Record<NumberStrategyName, Numbering> = {
  file_order: (_book, place) => parseBookNumber(String(place)),
  metadata: (book) => textValue(book.metadataNumber),
  filename: (book, _place, kind) => numberInName(book.path, kind),
  smart: (book, place, kind) =>
    textValue(book.metadataNumber) ?? numberInName(book.path, kind) ?? parseBookNumber(String(place)),
}

function textValue(text: string | null | undefined): BookNumber | undefined {
  return text ? parseBookNumber(text) : undefined
}

/** 1-based positions in the natural order of the paths. */
function positionsOf(books: readonly BookToNumber[]): number[] {
  const positions = new Array<number>(books.length)
  const sorted = sortNaturally([...books.keys()], (index) => withoutExtension(books[index]!.path))
  for (const [place, index] of sorted.entries()) positions[index] = place + 1
  return positions
}

/** Keeps the dot of the extension from being compared with one in the name: "A 1.cbz" sorts before "A 1.5.cbz". */
function withoutExtension(path: string): string {
  return path.replace(/\.([^./]*)$/, '/$1')
}
