import type { Book, FullBook, GenreOrTag } from '../../contract/books.ts'
import type { ReadProgress } from '../../contract/progress.ts'
import type { BookView, FacetNameView, FullBookView, ProgressView } from '../../store/book/view.ts'
import type { Viewer } from '../../store/viewer.ts'
import { presentBookMetadata } from './book-metadata.ts'
import { formatTimestamp } from './format-time.ts'
import { fullPathOf } from './full-path.ts'
import { maySeePaths, type PathViewer } from './may-see-paths.ts'

/** A book in the specification's format. */
export function presentBook(view: BookView, viewer: PathViewer & Pick<Viewer, 'uid'>): Book {
  return {
    id: view.uid,
    libraryId: view.libraryUid,
    libraryName: view.libraryName,
    seriesId: view.seriesUid,
    seriesName: view.seriesTitle,
    title: view.title,
    titleSort: view.titleSort,
    number: view.number === null ? null : Math.trunc(view.number),
    filePath: maySeePaths(viewer) ? fullPathOf(view) : view.path,
    fileFormat: view.format as Book['fileFormat'],
    fileSize: view.fileSize,
    fileHash: view.hash,
    readerSyncHash: view.syncHash,
    pageCount: view.pageCount,
    analyzed: view.analyzed,
    analysisError: view.analysisError,
    deleted: view.deletedAt !== null,
    readingDirection: view.readingDirection as Book['readingDirection'],
    readProgress: view.progress && presentProgressView(view.progress, viewer.uid, view.uid),
    createdAt: formatTimestamp(view.createdAt),
    updatedAt: formatTimestamp(view.updatedAt),
  }
}

export function presentFullBook(view: FullBookView, viewer: PathViewer & Pick<Viewer, 'uid'>): FullBook {
  return {
    ...presentBook(view, viewer),
    metadata: presentBookMetadata(view),
    genres: view.meta.genres.map(presentGenreOrTag),
    tags: view.meta.tags.map(presentGenreOrTag),
  }
}

export function presentGenreOrTag(view: FacetNameView): GenreOrTag {
  return { id: view.uid, name: view.name, createdAt: formatTimestamp(view.createdAt) }
}

function presentProgressView(view: ProgressView, userId: string, bookId: string): ReadProgress {
  return {
    id: view.uid,
    userId,
    bookId,
    currentPage: view.page,
    progressPercentage: view.percentage,
    completed: view.done,
    startedAt: formatTimestamp(view.startedAt),
    updatedAt: formatTimestamp(view.readAt),
    completedAt: view.completedAt === null ? null : formatTimestamp(view.completedAt),
  }
}
