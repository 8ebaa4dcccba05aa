import { bookFormatOfPath } from '../../formats/book-formats.ts'
import {
  type BookCandidate,
  findCandidatesByHash,
  findCandidatesByPath,
  findCandidatesBySyncHash,
  findCandidatesByUid,
  readAllCandidates,
} from '../../store/import/book-candidates.ts'
import { findStoredForeignIds } from '../../store/import/foreign-ids.ts'
import type { Db } from '../../store/open.ts'
import { uidMapKey } from '../../store/uid.ts'
import type { ImportReporter, SkipReason } from '../import-report.ts'
import type { makePathMapper } from '../map-folders.ts'
import { folderNameOf } from '../map-folders.ts'
import type { BookRecord } from '../records.ts'

/** Only what the run needs of it: there may be hundreds of thousands in memory. */
export interface MatchedBook extends Pick<BookCandidate, 'id' | 'seriesId' | 'format' | 'pageCount' | 'isAnalysed'> {
  /** As hex digits: an array takes six times the memory. */
  uid: string
  /** No earlier run had found it. */
  isNew: boolean
  /** What earlier runs imported into it. */
  state: string | null
}

export interface BookMatcherOptions {
  sourceId: number
  locate: ReturnType<typeof makePathMapper>
  /** Calibre writes metadata into files, so only the path counts for it. */
  ignoresSize: boolean
}

/** A book that the cheap rules didn't find; one pass over all our books may find it. */
interface Leftover {
  record: BookRecord
  reason: SkipReason
  place: { libraryId: number; path: string } | undefined
}

/**
 * Finds their books among ours. The first hit wins: earlier run, KOReader's hash, hash of a small file, path (exact,
 * then ignoring case), name and size, series folder and name. Two candidates count as no hit.
 */
export class BookMatcher {
  readonly found = new Map<string, MatchedBook>()
  readonly reasons = new Map<string, SkipReason>()
  readonly #db: Db
  readonly #options: BookMatcherOptions
  readonly #report: ImportReporter
  #leftovers: Leftover[] = []

  constructor(db: Db, report: ImportReporter, options: BookMatcherOptions) {
    this.#db = db
    this.#report = report
    this.#options = options
  }

  async match(records: readonly BookRecord[]): Promise<void> {
    const left = await this.#byEarlierRun(records)
    const bySync = groupBy(
      await findCandidatesBySyncHash(
        this.#db,
        texts(left, (one) => one.syncHash),
      ),
      (one) => one.syncHash,
    )
    const byHash = groupBy(
      await findCandidatesByHash(
        this.#db,
        texts(left, (one) => one.sha256),
      ),
      (one) => one.hash,
    )
    const byPath = await this.#byPath(left)
    for (const record of left) {
      const sync = onlyOne(bySync.get(record.syncHash ?? ''))
      if (sync) {
        this.#keep(record, sync, 'koreader hash')
        continue
      }
      const whole = onlyOne(byHash.get(record.sha256 ?? ''))
      if (whole) {
        this.#keep(record, whole, 'sha-256')
        continue
      }
      const place = this.#options.locate(record.path)
      const here = place && byPath.get(`${place.libraryId} ${place.path.normalize('NFC')}`)
      if (here && this.#isSameSize(record, here)) this.#keep(record, here, 'path')
      else if (here) this.#leave(record, 'size_differs', place)
      // A book outside any library there has no folder that could be mapped.
      else this.#leave(record, place || record.libraryId === null ? 'book_not_found' : 'folder_not_mapped', place)
    }
  }

  /** After the last book: searches all our books once for the rest. */
  async finish(): Promise<void> {
    const left = this.#leftovers
    if (left.length === 0) return
    const folded = new Map<string, BookCandidate[]>()
    const named = new Map<string, BookCandidate[]>()
    const inFolder = new Map<string, BookCandidate[]>()
    const wanted = {
      folded: new Set(left.flatMap(({ place }) => (place ? [foldedKey(place.libraryId, place.path)] : []))),
      named: countBy(left.map(({ record }) => namedKey(folderNameOf(record.path), record.size))),
      inFolder: countBy(left.map(({ record }) => folderAndName(record.path))),
    }
    for await (const books of readAllCandidates(this.#db)) {
      for (const book of books) {
        collect(folded, wanted.folded, foldedKey(book.libraryId, book.path), book)
        collect(named, wanted.named, namedKey(book.fileName, book.size), book)
        collect(inFolder, wanted.inFolder, folderAndName(book.path), book)
      }
    }
    for (const { record, reason, place } of left) {
      const cased = place && onlyOne(folded.get(foldedKey(place.libraryId, place.path)))
      const nameKey = namedKey(folderNameOf(record.path), record.size)
      const folderKey = folderAndName(record.path)
      const byName = record.size !== null && wanted.named.get(nameKey) === 1 ? onlyOne(named.get(nameKey)) : undefined
      const byFolder = wanted.inFolder.get(folderKey) === 1 ? onlyOne(inFolder.get(folderKey)) : undefined
      if (cased && this.#isSameSize(record, cased)) this.#keep(record, cased, 'path')
      else if (byName) this.#keep(record, byName, 'name and size')
      else if (byFolder && this.#isSameSize(record, byFolder)) this.#keep(record, byFolder, 'folder and name')
      else {
        const isAmbiguous = (named.get(nameKey)?.length ?? 0) > 1 || (wanted.named.get(nameKey) ?? 0) > 1
        const why =
          bookFormatOfPath(record.path) === undefined
            ? 'format_unreadable'
            : reason === 'size_differs'
              ? reason
              : isAmbiguous && named.has(nameKey)
                ? 'book_ambiguous'
                : reason
        this.reasons.set(record.id, why)
      }
    }
    this.#leftovers = []
  }

  async #byEarlierRun(records: readonly BookRecord[]): Promise<BookRecord[]> {
    const ids = records.map((record) => record.id)
    const known = await findStoredForeignIds(this.#db, this.#options.sourceId, 'book', ids)
    if (known.size === 0) return [...records]
    const uids = [...known.values()].map((one) => one.uid)
    const books = new Map((await findCandidatesByUid(this.#db, uids)).map((book) => [uidMapKey(book.uid), book]))
    const byPath = await this.#byPath(records)
    return records.filter((record) => {
      const one = known.get(record.id)
      const book = one && books.get(uidMapKey(one.uid))
      if (!book) return true
      // A server that was reinstalled counts from one again: if the path leads to another book, the id was reused.
      const place = this.#options.locate(record.path)
      const atPath = place && byPath.get(`${place.libraryId} ${place.path.normalize('NFC')}`)
      if (atPath && atPath.id !== book.id) return true
      this.found.set(record.id, matchedBook(book, { isNew: false, state: one.state }))
      this.#report.matched('earlier run')
      return false
    })
  }

  async #byPath(records: readonly BookRecord[]): Promise<Map<string, BookCandidate>> {
    const wanted = new Map<number, string[]>()
    for (const record of records) {
      const place = this.#options.locate(record.path)
      if (!place) continue
      const spellings = new Set([place.path, place.path.normalize('NFC'), place.path.normalize('NFD')])
      const paths = wanted.get(place.libraryId)
      if (paths) paths.push(...spellings)
      else wanted.set(place.libraryId, [...spellings])
    }
    const found = new Map<string, BookCandidate>()
    for (const [libraryId, paths] of wanted) {
      for (const book of await findCandidatesByPath(this.#db, libraryId, paths)) {
        found.set(`${libraryId} ${book.path.normalize('NFC')}`, book)
      }
    }
    return found
  }

  #isSameSize(record: BookRecord, book: BookCandidate): boolean {
    return this.#options.ignoresSize || record.size === null || record.size === 0 || record.size === book.size
  }

  /** Of two rows with the same id, the first counts: otherwise each run would exchange them. */
  #keep(record: BookRecord, book: BookCandidate, rule: string): void {
    if (this.found.has(record.id)) return
    this.found.set(record.id, matchedBook(book, { isNew: true, state: null }))
    this.#report.matched(rule)
  }

  #leave(record: BookRecord, reason: SkipReason, place: Leftover['place']): void {
    this.#leftovers.push({ record, reason, place })
  }
}

const matchedBook = (
  { id, uid, seriesId, format, pageCount, isAnalysed }: BookCandidate,
  earlier: Pick<MatchedBook, 'isNew' | 'state'>,
): MatchedBook => ({ id, uid: uid.toHex(), seriesId, format, pageCount, isAnalysed, ...earlier })

const foldedKey = (libraryId: number, path: string): string => `${libraryId} ${path.normalize('NFC').toLowerCase()}`
const namedKey = (name: string, size: number | null): string => `${size} ${name.normalize('NFC')}`

/** The folder a file is in, and its name. */
const folderAndName = (path: string): string =>
  path.replaceAll('\\', '/').split('/').slice(-2).join('/').normalize('NFC').toLowerCase()

const texts = (records: readonly BookRecord[], of: (record: BookRecord) => string | null): string[] =>
  records.flatMap((record) => of(record) ?? [])

function groupBy(books: readonly BookCandidate[], keyOf: (book: BookCandidate) => string | null) {
  const groups = new Map<string, BookCandidate[]>()
  for (const book of books) {
    const key = keyOf(book)
    if (key) groups.set(key, [...(groups.get(key) ?? []), book])
  }
  return groups
}

/** The only candidate, or the only one that isn't deleted. */
function onlyOne(books: readonly BookCandidate[] | undefined): BookCandidate | undefined {
  if (!books || books.length <= 1) return books?.[0]
  const live = books.filter((book) => !book.isDeleted)
  return live.length === 1 ? live[0] : undefined
}

function countBy(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

function collect(
  groups: Map<string, BookCandidate[]>,
  wanted: { has(key: string): boolean },
  key: string,
  book: BookCandidate,
): void {
  if (!wanted.has(key)) return
  const group = groups.get(key)
  if (group) group.push(book)
  else groups.set(key, [book])
}
