import type { StoredBookFile } from '../../store/scan/stored-book-files.ts'
import { comparePaths, type FoundFile, type WalkEntry } from '../walk/walk-entry.ts'

/** A difference between the disk and the database. */
export type Difference =
  | { kind: 'appeared'; file: FoundFile }
  | { kind: 'changed'; file: FoundFile; book: StoredBookFile }
  /** The file of a deleted book is back, unchanged. */
  | { kind: 'returned'; file: FoundFile; book: StoredBookFile }
  /** Unchanged but not analysed yet: a scan was interrupted. */
  | { kind: 'unanalysed'; file: FoundFile; book: StoredBookFile }
  | { kind: 'vanished'; book: StoredBookFile }
  | { kind: 'sidecar'; path: string; mtime: number }
  | { kind: 'trouble'; path: string; reason: string }

export interface ComparedBatch {
  differences: Difference[]
  /** Number of files seen in this step, changed or not. */
  files: number
}

/**
 * Iterates over the disk and the database at the same time, both ordered by path, and yields the differences. Like
 * merging two sorted lists: neither is ever completely in memory.
 */
export async function* compareWalkWithBooks(
  walk: AsyncIterable<WalkEntry[]>,
  known: AsyncIterable<StoredBookFile[]>,
  options: { everything?: boolean } = {},
): AsyncGenerator<ComparedBatch> {
  const books = new Reader(known)
  /** The last unreadable path: books at or below it are left unchanged. */
  let spared: string | undefined
  for await (const batch of walk) {
    const differences: Difference[] = []
    let files = 0
    for (const met of batch) {
      if (met.kind === 'sidecar') {
        differences.push(met)
        continue
      }
      if (met.kind === 'odd' || met.kind === 'unreadable') {
        differences.push({ kind: 'trouble', path: met.path, reason: met.reason })
        if (met.kind === 'odd') continue
      }
      const path = met.kind === 'file' ? met.file.path : met.path
      let book = await books.peek()
      while (book && comparePaths(book.path, path) < 0) {
        if (!book.isDeleted && !isSpared(book.path, spared)) differences.push({ kind: 'vanished', book })
        books.skip()
        book = await books.peek()
      }
      if (met.kind === 'unreadable') {
        spared = met.path
        continue
      }
      files++
      if (book?.path !== path) {
        differences.push({ kind: 'appeared', file: met.file })
        continue
      }
      books.skip()
      const difference = differ(met.file, book, options.everything ?? false)
      if (difference) differences.push(difference)
    }
    yield { differences, files }
  }
  yield { differences: await rest(books, spared), files: 0 }
}

async function rest(books: Reader, spared: string | undefined): Promise<Difference[]> {
  const differences: Difference[] = []
  for (let book = await books.peek(); book; book = await books.peek()) {
    if (!book.isDeleted && !isSpared(book.path, spared)) differences.push({ kind: 'vanished', book })
    books.skip()
  }
  return differences
}

function differ(file: FoundFile, book: StoredBookFile, everything: boolean): Difference | undefined {
  const isSame = file.size === book.size && file.mtime === book.mtime && file.inode === book.inode
  if (!isSame || everything) return { kind: 'changed', file, book }
  if (book.isDeleted) return { kind: 'returned', file, book }
  if (book.isUnanalysed) return { kind: 'unanalysed', file, book }
  return undefined
}

function isSpared(path: string, spared: string | undefined): boolean {
  if (spared === undefined) return false
  return spared.endsWith('/') ? path.startsWith(spared) : path === spared
}

/** Reads books one at a time from pages. */
class Reader {
  readonly #pages: AsyncIterator<StoredBookFile[]>
  #page: StoredBookFile[] = []
  #index = 0
  #isDone = false

  constructor(pages: AsyncIterable<StoredBookFile[]>) {
    this.#pages = pages[Symbol.asyncIterator]()
  }

  peek(): StoredBookFile | undefined | Promise<StoredBookFile | undefined> {
    if (this.#index < this.#page.length) return this.#page[this.#index]
    return this.#isDone ? undefined : this.#turn()
  }

  skip(): void {
    this.#index++
  }

  async #turn(): Promise<StoredBookFile | undefined> {
    const next = await this.#pages.next()
    this.#isDone = next.done === true
    this.#page = next.done ? [] : next.value
    this.#index = 0
    return this.#page[0]
  }
}
