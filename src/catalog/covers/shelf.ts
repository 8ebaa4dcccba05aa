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
import { type CoverDeps, keepPicture } from './change.ts'
import { dropPictures, putAgain } from './picture.ts'

type Shelf = CoveredShelf & Pick<ShelfView, 'uid'>

export const coveredShelf = (kind: ShelfKind, { id, uid, ownerId }: ShelfView): Shelf => ({ kind, id, uid, ownerId })

/** Keeps a picture as a cover of this collection or read list, and shows it from now on if that is wanted. */
export async function takeShelfCover(
  deps: CoverDeps,
  shelf: Shelf,
  bytes: Uint8Array,
  isSelected: boolean,
): Promise<ShelfCoverRow> {
  const picture = await keepPicture(deps, bytes)
  const cover = await deps.db.transaction(async (tx) => {
    const made = await addShelfCover(tx, shelf, picture)
    if (isSelected) await selectShelfCover(tx, shelf, made.id)
    return made
  })
  await putAgain(deps, bytes)
  await tell(deps, shelf)
  return isSelected ? { ...cover, is_selected: 1 } : cover
}

export async function chooseShelfCover(deps: CoverDeps, shelf: Shelf, cover: ShelfCoverRow): Promise<void> {
  await deps.db.transaction((tx) => selectShelfCover(tx, shelf, cover.id))
  await tell(deps, shelf)
}

export async function removeShelfCover(deps: CoverDeps, shelf: Shelf, cover: ShelfCoverRow): Promise<void> {
  await deps.db.transaction((tx) => deleteShelfCover(tx, shelf, cover))
  await dropPictures(deps, cover.hash)
  await tell(deps, shelf, { removed: true })
}

async function tell({ db, events }: CoverDeps, shelf: Shelf, more: { removed?: true } = {}): Promise<void> {
  const entityId = bytesToUuid(shelf.uid)
  events.emit(
    { type: 'cover_updated', entityType: shelf.kind.table, entityId, libraryId: null, ...more },
    await audienceOfShelf(db, shelf.kind, shelf),
  )
}
