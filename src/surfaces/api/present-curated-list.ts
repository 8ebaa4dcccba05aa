import type { Collection, ReadList } from '../../contract/curated-lists.ts'
import type { CuratedListView } from '../../store/curated-list/read.ts'
import { bytesToUuid } from '../../store/uid.ts'
import { formatTimestamp } from '../present/format-time.ts'

export const presentCollection = (list: CuratedListView): Collection => ({
  ...presentList(list),
  seriesCount: list.memberCount,
})

export const presentReadList = (list: CuratedListView): ReadList => ({
  ...presentList(list),
  bookCount: list.memberCount,
})

const presentList = (list: CuratedListView) => ({
  id: bytesToUuid(list.uid),
  name: list.name,
  summary: list.summary,
  ordered: list.isOrdered,
  shared: list.ownerId === null,
  condition: list.condition as Collection['condition'],
  createdAt: formatTimestamp(list.createdAt),
  updatedAt: formatTimestamp(list.updatedAt),
})
