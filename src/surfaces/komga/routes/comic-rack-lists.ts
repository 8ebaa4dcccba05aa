import { emitListEvent } from '../../../catalog/lists/emit-list-events.ts'
import { comicRackLists, type ReadListMatchDto } from '../../../contract/komga/curated-lists.ts'
import { problem } from '../../../contract/problems.ts'
import { type ListedBook, type ReadingListFile, readCbl } from '../../../formats/reading-list/cbl.ts'
import { readListKind } from '../../../store/curated-list/list-kind.ts'
import {
  type ExternalListCandidate,
  findExternalListCandidates,
} from '../../../store/curated-list/match-external-list-books.ts'
import { findCuratedList } from '../../../store/curated-list/read.ts'
import { readMembersOfLists } from '../../../store/curated-list/read-members-of-lists.ts'
import { createListIfNameIsFree, isListNameTaken } from '../../../store/curated-list/unique-names.ts'
import { hasPermission, type Viewer } from '../../../store/viewer.ts'
import { readUpload } from '../../deliver/upload.ts'
import { serve } from '../../serve.ts'
import type { KomgaContext } from '../komga-context.ts'
import { presentKomgaReadList } from '../present/curated-list.ts'
import { formatKomgaDate } from '../present/format-values.ts'

/** Lists written by ComicRack and its successors: finds their books here. */
export function mountComicRackLists({ surface, context, metadataEditHooks }: KomgaContext): void {
  const { db } = context

  serve(surface, comicRackLists.match, async ({ viewer, request }) => {
    const list = parse(await readUpload(request))
    const found = await matchAll(viewer, list)
    return {
      readListMatch: {
        name: list.name,
        errorCode: (await isListNameTaken(db, viewer, readListKind, list.name)) ? NAME_TAKEN : '',
      },
      requests: list.books.map((book, index) => ({
        request: { series: namesOf(book), number: book.number ?? '' },
        matches: presentMatches(found[index]!),
      })),
      errorCode: '',
    }
  })

  serve(surface, comicRackLists.import, async ({ viewer, request }) => {
    const file = parse(await readUpload(request))
    const taken = [{ readList: null, unmatchedBooks: [], errorCode: NAME_TAKEN, requestName: file.name }]
    if (await isListNameTaken(db, viewer, readListKind, file.name)) return taken
    const found = await matchAll(viewer, file)
    const unmatchedBooks = file.books
      .filter((_, index) => found[index]!.length === 0)
      .map((book) => ({ book: { series: nameOf(book), number: book.number ?? '' }, errorCode: NO_BOOK }))
    const ids = found.flatMap(([best]) => best?.id ?? [])
    if (ids.length === 0) return [{ readList: null, unmatchedBooks, errorCode: NOTHING_FOUND, requestName: file.name }]
    const ownerId = hasPermission(viewer, 'BooksWrite') ? null : viewer.userId
    const { name, summary = null } = file
    const made = { name, summary, isOrdered: true, ownerId }
    const uid = await createListIfNameIsFree(db, viewer, readListKind, made, ids, context.config.limits)
    if (!uid) return taken
    const list = (await findCuratedList(db, viewer, readListKind, uid))!
    await emitListEvent(context, readListKind, list, 'created')
    const members = (await readMembersOfLists(db, viewer, readListKind, [list])).get(list.id)
    return [{ readList: presentKomgaReadList(list, members), unmatchedBooks, errorCode: '', requestName: file.name }]
  })

  const matchAll = (viewer: Viewer, { books }: ReadingListFile) =>
    findExternalListCandidates(
      db,
      viewer,
      books.map(({ number, ...book }) => ({
        ...book,
        number: number ? metadataEditHooks.numberOf(number)?.value : undefined,
      })),
    )
}

// Komga's error codes, which its web interface translates.
const NAME_TAKEN = 'ERR_1009'
const NOTHING_FOUND = 'ERR_1010'
const NO_BOOK = 'ERR_1012'
const NOT_A_LIST = 'ERR_1015'
const NO_BOOKS_IN_IT = 'ERR_1029'
const NO_NAME = 'ERR_1030'

function parse(bytes: Uint8Array): ReadingListFile & { name: string } {
  const list = read(bytes)
  if (!list) throw problem('validation_failed', NOT_A_LIST)
  if (!list.name) throw problem('validation_failed', NO_NAME)
  if (list.books.length === 0) throw problem('validation_failed', NO_BOOKS_IN_IT)
  return { ...list, name: list.name }
}

function read(bytes: Uint8Array): ReadingListFile | undefined {
  try {
    return readCbl(bytes)
  } catch {
    return undefined
  }
}

/** Lists contain the first year of a series as its volume; it distinguishes two series of the same name. */
const namesOf = (book: ListedBook): string[] => [...new Set([nameOf(book), book.series])]
const nameOf = ({ series, volume }: ListedBook): string => (volume ? `${series} (${volume})` : series)

function presentMatches(found: readonly ExternalListCandidate[]): ReadListMatchDto['requests'][number]['matches'] {
  return [...Map.groupBy(found, (one) => one.seriesUid.toHex())].map(([seriesId, books]) => {
    const { seriesTitle: title, seriesYear: year } = books[0]!
    const dates = books.flatMap(({ releaseDate }) => releaseDate ?? [])
    const released = dates.length > 0 ? Math.min(...dates) : year && year * 10_000
    return {
      series: { seriesId, title, releaseDate: formatKomgaDate(released) },
      books: books.map((book) => ({
        bookId: book.uid.toHex(),
        number: book.numberText ?? String(book.number ?? ''),
        title: book.title,
      })),
    }
  })
}
