import {
  addShelfCover,
  type CoveredShelf,
  deleteShelfCover,
  type ShelfCoverRow,
  selectShelfCover,
} from '../../store/cover/shelf-covers.ts'
import type { ShelfKind } from '../../store/shelf/kind.ts'
import type { ShelfView } from '../../store/shelf/read.ts'
import { bytesToUuid } from '../../store/uid.ts'
import { audienceOfShelf } from '../shelves/tell.ts'
import { type CoverHouse, keepPicture } from './change.ts'
import { dropPictures, putAgain } from './picture.ts'

type Shelf = CoveredShelf & Pick<ShelfView, 'uid'>

export const coveredShelf = (kind: ShelfKind, { id, uid, ownerId }: ShelfView): Shelf => ({ kind, id, uid, ownerId })

/** Keeps a picture as a cover of this collection or read list, and shows it from now on if that is wanted. */
export async function takeShelfCover(
  house: CoverHouse,
  shelf: Shelf,
  bytes: Uint8Array,
  isSelected: boolean,
): Promise<ShelfCoverRow> {
  const picture = await keepPicture(house, bytes)
  const cover = await house.db.transaction(async (tx) => {
    const made = await addShelfCover(tx, shelf, picture)
    if (isSelected) await selectShelfCover(tx, shelf, made.id)
    return made
  })
  await putAgain(house, bytes)
  await tell(house, shelf)
  return isSelected ? { ...cover, is_selected: 1 } : cover
}

export async function chooseShelfCover(house: CoverHouse, shelf: Shelf, cover: ShelfCoverRow): Promise<void> {
  await house.db.transaction((tx) => selectShelfCover(tx, shelf, cover.id))
  await tell(house, shelf)
}

export async function removeShelfCover(house: CoverHouse, shelf: Shelf, cover: ShelfCoverRow): Promise<void> {
  await house.db.transaction((tx) => deleteShelfCover(tx, shelf, cover))
  await dropPictures(house, cover.hash)
  await tell(house, shelf, { removed: true })
}

async function tell({ db, events }: CoverHouse, shelf: Shelf, more: { removed?: true } = {}): Promise<void> {
  const entityId = bytesToUuid(shelf.uid)
  events.emit(
    { type: 'cover_updated', entityType: shelf.kind.table, entityId, libraryId: null, ...more },
    await audienceOfShelf(db, shelf.kind, shelf),
  )
}
