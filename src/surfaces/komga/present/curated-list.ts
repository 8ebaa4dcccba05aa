import type { CollectionDto, ReadListDto } from '../../../contract/komga/curated-lists.ts'
import type { CuratedListView } from '../../../store/curated-list/read.ts'
import type { ListMembers } from '../../../store/curated-list/read-members-of-lists.ts'
import { bytesToUuid } from '../../../store/uid.ts'
import { formatKomgaTime, komgaIdOf } from './format-values.ts'

type Members = ListMembers | undefined

/** `filtered` would reveal that the list contains more than the viewer may see: never set. */
const presentList = (list: CuratedListView) => ({
  id: komgaIdOf(bytesToUuid(list.uid)),
  name: list.name,
  ordered: list.isOrdered,
  createdDate: formatKomgaTime(list.createdAt),
  lastModifiedDate: formatKomgaTime(list.updatedAt),
  filtered: false,
})
const idsOf = (members: Members): string[] => (members?.uids ?? []).map((uid) => komgaIdOf(bytesToUuid(uid)))

export const presentKomgaCollection = (list: CuratedListView, members: Members): CollectionDto => ({
  ...presentList(list),
  seriesIds: idsOf(members),
})

export const presentKomgaReadList = (list: CuratedListView, members: Members): ReadListDto => ({
  ...presentList(list),
  summary: list.summary ?? '',
  bookIds: idsOf(members),
})
