import {
  addCuratedListCover,
  type CuratedListCoverOwner,
  type CuratedListCoverRow,
  deleteCuratedListCover,
  selectCuratedListCover,
} from '../../store/cover/curated-list-covers.ts'
import type { ListKind } from '../../store/curated-list/list-kind.ts'
import type { CuratedListView } from '../../store/curated-list/read.ts'
import { bytesToUuid } from '../../store/uid.ts'
import { audienceOfList } from '../lists/emit-list-events.ts'
import { type CoverDeps, storePicture } from './change-cover.ts'
import { deleteUnusedPictures, storePictureAgain } from './delete-unused-pictures.ts'

type CuratedList = CuratedListCoverOwner & Pick<CuratedListView, 'uid'>

export const curatedListOfView = (kind: ListKind, { id, uid, ownerId }: CuratedListView): CuratedList => ({
  kind,
  id,
  uid,
  ownerId,
})

/** Stores a picture as a cover of this collection or read list, and shows it if `isSelected`. */
export async function addListCover(
  deps: CoverDeps,
  list: CuratedList,
  bytes: Uint8Array,
  isSelected: boolean,
): Promise<CuratedListCoverRow> {
  const picture = await storePicture(deps, bytes)
  const cover = await deps.db.transaction(async (tx) => {
    const made = await addCuratedListCover(tx, list, picture)
    if (isSelected) await selectCuratedListCover(tx, list, made.id)
    return made
  })
  await storePictureAgain(deps, bytes)
  await emitCoverEvent(deps, list)
  return isSelected ? { ...cover, is_selected: 1 } : cover
}

export async function selectListCover(deps: CoverDeps, list: CuratedList, cover: CuratedListCoverRow): Promise<void> {
  await deps.db.transaction((tx) => selectCuratedListCover(tx, list, cover.id))
  await emitCoverEvent(deps, list)
}

export async function removeListCover(deps: CoverDeps, list: CuratedList, cover: CuratedListCoverRow): Promise<void> {
  await deps.db.transaction((tx) => deleteCuratedListCover(tx, list, cover))
  await deleteUnusedPictures(deps, cover.hash)
  await emitCoverEvent(deps, list, { removed: true })
}

async function emitCoverEvent(
  { db, events }: CoverDeps,
  list: CuratedList,
  more: { removed?: true } = {},
): Promise<void> {
  const entityId = bytesToUuid(list.uid)
  events.emit(
    { type: 'cover_updated', entityType: list.kind.table, entityId, libraryId: null, ...more },
    await audienceOfList(db, list.kind, list),
  )
}
