import type { CollectionDto, ReadListDto } from '../../../contract/komga/curated-lists.ts'
import type { MembersOf } from '../../../store/curated-list/members.ts'
import type { CuratedListView } from '../../../store/curated-list/read.ts'
import { bytesToUuid } from '../../../store/uid.ts'
import { idOf, moment } from './values.ts'

type Members = MembersOf | undefined

/** `filtered`: there is more on it than the viewer may see. */
const presentShelf = (list: CuratedListView, members: Members) => ({
  id: idOf(bytesToUuid(list.uid)),
  name: list.name,
  ordered: list.isOrdered,
  createdDate: moment(list.createdAt),
  lastModifiedDate: moment(list.updatedAt),
  filtered: (members?.total ?? 0) > (members?.uids.length ?? 0),
})
const idsOf = (members: Members): string[] => (members?.uids ?? []).map((uid) => idOf(bytesToUuid(uid)))

export const presentCollection = (list: CuratedListView, members: Members): CollectionDto => ({
  ...presentShelf(list, members),
  seriesIds: idsOf(members),
})

export const presentReadList = (list: CuratedListView, members: Members): ReadListDto => ({
  ...presentShelf(list, members),
  summary: list.summary ?? '',
  bookIds: idsOf(members),
})
