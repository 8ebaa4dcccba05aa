import type { CollectionDto, ReadListDto } from '../../../contract/komga/shelves.ts'
import type { MembersOf } from '../../../store/shelf/members.ts'
import type { ShelfView } from '../../../store/shelf/read.ts'
import { bytesToUuid } from '../../../store/uid.ts'
import { idOf, moment } from './words.ts'

type Members = MembersOf | undefined

/** `filtered`: there is more on it than the viewer may see. */
const presentShelf = (shelf: ShelfView, members: Members) => ({
  id: idOf(bytesToUuid(shelf.uid)),
  name: shelf.name,
  ordered: shelf.isOrdered,
  createdDate: moment(shelf.createdAt),
  lastModifiedDate: moment(shelf.updatedAt),
  filtered: (members?.total ?? 0) > (members?.uids.length ?? 0),
})
const idsOf = (members: Members): string[] => (members?.uids ?? []).map((uid) => idOf(bytesToUuid(uid)))

export const presentCollection = (shelf: ShelfView, members: Members): CollectionDto => ({
  ...presentShelf(shelf, members),
  seriesIds: idsOf(members),
})

export const presentReadList = (shelf: ShelfView, members: Members): ReadListDto => ({
  ...presentShelf(shelf, members),
  summary: shelf.summary ?? '',
  bookIds: idsOf(members),
})
