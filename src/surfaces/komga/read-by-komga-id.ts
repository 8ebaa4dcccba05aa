import { problem } from '../../contract/problems.ts'
import { findFullBook } from '../../store/book/full-book.ts'
import { findBook } from '../../store/book/read.ts'
import type { BookView, FullBookView } from '../../store/book/view.ts'
import { type CoverEntity, type CoverOwner, findCoverOwner } from '../../store/cover/cover-owner.ts'
import { collectionKind, type ListKind } from '../../store/curated-list/list-kind.ts'
import { type CuratedListView, findCuratedList } from '../../store/curated-list/read.ts'
import { findCoverOwnerById } from '../../store/import/cover-owner-by-id.ts'
import { findLibrary, type LibraryView } from '../../store/library/read.ts'
import type { Db } from '../../store/open.ts'
import { findBookFile, type ServedBookFile } from '../../store/page/served-book-file.ts'
import { findReadableBook, type ReadableBook } from '../../store/progress/read.ts'
import { findSeries } from '../../store/series/read.ts'
import type { SeriesView } from '../../store/series/view.ts'
import { parseUid, type Uid } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'

/** A malformed id is treated as an unknown one. */
export function uidOrNotFound(id: string, what: string): Uid {
  const uid = parseUid(id)
  if (!uid) throw notFoundProblem(what)
  return uid
}

export async function readSeriesView(db: Db, viewer: Viewer, id: string): Promise<SeriesView> {
  return (await findSeries(db, viewer, id)) ?? fail('series')
}

export async function readBookView(db: Db, viewer: Viewer, id: string): Promise<BookView> {
  return (await findBook(db, viewer, id)) ?? fail('book')
}

export async function readFullBookView(db: Db, viewer: Viewer, id: string): Promise<FullBookView> {
  return (await findFullBook(db, viewer, id)) ?? fail('book')
}

export async function readStoredFile(db: Db, viewer: Viewer, id: string): Promise<ServedBookFile> {
  return (await findBookFile(db, viewer, uidOrNotFound(id, 'book'))) ?? fail('book')
}

export async function readReadableBook(db: Db, viewer: Viewer, id: string): Promise<ReadableBook> {
  return (await findReadableBook(db, viewer, uidOrNotFound(id, 'book'))) ?? fail('book')
}

export async function readLibrary(db: Db, viewer: Viewer, id: string): Promise<LibraryView> {
  return (await findLibrary(db, viewer, uidOrNotFound(id, 'library'))) ?? fail('library')
}

export async function readCoverOwner(db: Db, viewer: Viewer, entity: CoverEntity, id: string): Promise<CoverOwner> {
  const uid = uidOrNotFound(id, entity)
  const found = await findCoverOwner(db, viewer, entity, uid)
  // The cover of a book whose file is missing is still shown.
  const missing = found || entity !== 'book' ? undefined : await findBook(db, viewer, id)
  return found ?? (missing && (await findCoverOwnerById(db, entity, missing.id))) ?? fail(entity)
}

export async function readCuratedList(db: Db, viewer: Viewer, kind: ListKind, id: string): Promise<CuratedListView> {
  const what = kind === collectionKind ? 'collection' : 'read list'
  return (await findCuratedList(db, viewer, kind, uidOrNotFound(id, what))) ?? fail(what)
}

export const notFoundProblem = (what: string) => problem('not_found', `There is no such ${what}.`)

function fail(what: string): never {
  throw notFoundProblem(what)
}
