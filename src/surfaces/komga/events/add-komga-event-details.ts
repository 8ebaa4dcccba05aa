import type { Audience } from '../../../events/audience.ts'
import { findBook } from '../../../store/book/read.ts'
import { collectionKind, type ListKind, readListKind } from '../../../store/curated-list/list-kind.ts'
import { findCuratedList } from '../../../store/curated-list/read.ts'
import { readMembersOfLists } from '../../../store/curated-list/read-members-of-lists.ts'
import { findMemberUidsById } from '../../../store/curated-list/translate-member-ids.ts'
import type { Db } from '../../../store/open.ts'
import { findSeries } from '../../../store/series/read.ts'
import { findTask } from '../../../store/task/read.ts'
import { parseUid } from '../../../store/uid.ts'
import type { Viewer } from '../../../store/viewer.ts'
import { komgaIdOf } from '../present/format-values.ts'
import type { KomgaEvent } from './translate-to-komga-event.ts'

/** Adds what Komga's events contain and ours don't, as far as this viewer may see it. */
export async function addKomgaEventDetails(
  db: Db,
  viewer: Viewer,
  event: KomgaEvent,
  { formerMemberIds = [] }: Audience = {},
): Promise<KomgaEvent> {
  const { data } = event
  switch (event.name) {
    // Apps also draw the cover of a book's series, so they need its id.
    case 'ThumbnailBookAdded':
    case 'ThumbnailBookDeleted': {
      const book = await findBook(db, viewer, String(data.bookId)).catch(() => undefined)
      return book ? { ...event, data: { ...data, seriesId: komgaIdOf(book.seriesUid) } } : event
    }
    // Its file is missing, but it is still in the lists.
    case 'BookDeleted': {
      const book = await findBook(db, viewer, String(data.bookId)).catch(() => undefined)
      return book ? { ...event, name: 'BookChanged' } : event
    }
    // A series that lost its last book can't be requested any more, though it is stored.
    case 'SeriesChanged': {
      const isThere = (await findSeries(db, viewer, String(data.seriesId))) !== undefined
      return isThere ? event : { ...event, name: 'SeriesDeleted' }
    }
    case 'CollectionAdded':
    case 'CollectionChanged':
      return { ...event, data: { ...data, seriesIds: await membersOf(db, viewer, collectionKind, data.collectionId) } }
    case 'ReadListAdded':
    case 'ReadListChanged':
      return { ...event, data: { ...data, bookIds: await membersOf(db, viewer, readListKind, data.readListId) } }
    case 'CollectionDeleted':
      return { ...event, data: { ...data, seriesIds: await visibleOf(db, viewer, collectionKind, formerMemberIds) } }
    case 'ReadListDeleted':
      return { ...event, data: { ...data, bookIds: await visibleOf(db, viewer, readListKind, formerMemberIds) } }
    case 'BookImported': {
      const { taskId, ...rest } = data
      const task = await findTask(db, viewer, parseUid(String(taskId))!).catch(() => undefined)
      return { ...event, data: { ...rest, sourceFile: String(task?.params.source ?? '') } }
    }
    default:
      return event
  }
}

async function membersOf(db: Db, viewer: Viewer, kind: ListKind, id: unknown): Promise<string[]> {
  const uid = parseUid(String(id))
  // It may have been deleted in the meantime.
  const list = uid && (await findCuratedList(db, viewer, kind, uid).catch(() => undefined))
  if (!list) return []
  const members = await readMembersOfLists(db, viewer, kind, [list])
  return (members.get(list.id)?.uids ?? []).map((one) => one.toHex())
}

async function visibleOf(db: Db, viewer: Viewer, kind: ListKind, ids: readonly number[]): Promise<string[]> {
  return (await findMemberUidsById(db, viewer, kind, ids)).map((uid) => uid.toHex())
}
