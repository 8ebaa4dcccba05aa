import type { EventOf, LecternEvent } from '../../../contract/events.ts'
import { komgaIdOf } from '../present/format-values.ts'

export interface KomgaEvent {
  name: string
  data: Record<string, unknown>
}

/** The event in Komga's format; undefined if it has none. */
export function translateToKomgaEvent(event: LecternEvent): KomgaEvent | undefined {
  switch (event.type) {
    case 'library_created':
      return { name: 'LibraryAdded', data: library(event) }
    case 'library_updated':
      return { name: 'LibraryChanged', data: library(event) }
    case 'library_deleted':
      return { name: 'LibraryDeleted', data: library(event) }
    case 'series_created':
      return { name: 'SeriesAdded', data: series(event) }
    case 'series_updated':
    case 'series_metadata_updated':
      return { name: 'SeriesChanged', data: series(event) }
    case 'series_deleted':
      return { name: 'SeriesDeleted', data: series(event) }
    case 'book_created':
      return { name: 'BookAdded', data: book(event) }
    case 'book_updated':
      return { name: 'BookChanged', data: book(event) }
    case 'book_deleted':
      return { name: 'BookDeleted', data: book(event) }
    case 'progress_updated': {
      const name = event.currentPage === null ? 'ReadProgressDeleted' : 'ReadProgressChanged'
      return { name, data: { bookId: komgaIdOf(event.bookId), userId: komgaIdOf(event.userId) } }
    }
    case 'collection_created':
      return { name: 'CollectionAdded', data: collection(event) }
    case 'collection_updated':
      return { name: 'CollectionChanged', data: collection(event) }
    case 'collection_deleted':
      return { name: 'CollectionDeleted', data: collection(event) }
    case 'read_list_created':
      return { name: 'ReadListAdded', data: readList(event) }
    case 'read_list_updated':
      return { name: 'ReadListChanged', data: readList(event) }
    case 'read_list_deleted':
      return { name: 'ReadListDeleted', data: readList(event) }
    case 'task_completed':
    case 'task_failed':
      return event.taskType === 'import_book' ? imported(event) : undefined
    case 'cover_updated':
      return cover(event)
    default:
      return undefined
  }
}

type Library = { libraryId: string }
type Series = Library & { seriesId: string }
type Book = Series & { bookId: string }

const library = ({ libraryId }: Library) => ({ libraryId: komgaIdOf(libraryId) })
const series = ({ seriesId, libraryId }: Series) => ({ seriesId: komgaIdOf(seriesId), libraryId: komgaIdOf(libraryId) })
const book = ({ bookId, ...of }: Book) => ({ bookId: komgaIdOf(bookId), ...series(of) })

/** The members are added for each viewer who may see them. */
const collection = ({ collectionId }: { collectionId: string }) => ({
  collectionId: komgaIdOf(collectionId),
  seriesIds: [],
})
const readList = ({ readListId }: { readListId: string }) => ({ readListId: komgaIdOf(readListId), bookIds: [] })

/** The source is stored with the task. A new book is reported once it exists: see `makeImportEventEmitter`. */
function imported(event: EventOf<'task_completed'> | EventOf<'task_failed'>): KomgaEvent | undefined {
  const success = event.type === 'task_completed'
  if (success && event.bookId === null) return undefined
  const bookId = event.bookId && komgaIdOf(event.bookId)
  const message = success ? null : event.error
  return { name: 'BookImported', data: { bookId, taskId: event.taskId, sourceFile: '', success, message } }
}

function cover({ entityType, entityId, removed }: EventOf<'cover_updated'>): KomgaEvent | undefined {
  const id = komgaIdOf(entityId)
  const done = removed ? 'Deleted' : 'Added'
  switch (entityType) {
    case 'book':
      return { name: `ThumbnailBook${done}`, data: { bookId: id, seriesId: '', selected: true } }
    case 'series':
      return { name: `ThumbnailSeries${done}`, data: { seriesId: id, selected: true } }
    case 'collection':
      return { name: `ThumbnailSeriesCollection${done}`, data: { collectionId: id, selected: true } }
    case 'read_list':
      return { name: `ThumbnailReadList${done}`, data: { readListId: id, selected: true } }
    default:
      return undefined
  }
}
